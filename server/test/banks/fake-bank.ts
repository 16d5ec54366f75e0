import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { afterEach } from "vitest";
import { type BankProfile, bankProfileSchema } from "../../connectors/profile-schema";
import { newId } from "../../lib/ids";
import { onLoopback } from "../processes/on-loopback";

// A Berlin Group bank that the test itself scripts: for faults that the simulated bank does not have, and for the calls'
// limits and circuit, which need one fixed answer and counted calls.

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export type FakeBank = {
  profile: BankProfile;
  /** The current answer to a call. */
  answer: Handler;
  /** The number of calls, and the peak of concurrent ones. */
  calls: number;
  most: number;
  close(): Promise<void>;
};

const TIMEOUT_MS = 10_000;
const banks: FakeBank[] = [];

afterEach(async () => {
  for (const bank of banks.splice(0)) await bank.close();
});

/** A bank that accepts every payment until its `answer` is changed. */
export async function startFakeBank(differs: Partial<BankProfile> = {}): Promise<FakeBank> {
  let present = 0;
  const server = createServer(async (request, response) => {
    bank.calls += 1;
    present += 1;
    bank.most = Math.max(bank.most, present);
    response.on("close", () => {
      present -= 1;
    });
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    bank.answer(request, response, Buffer.concat(parts).toString("utf8"));
  });
  const { port, close } = await onLoopback(server);
  const bank: FakeBank = {
    profile: profileAt(port, differs),
    answer: ACCEPTED,
    calls: 0,
    most: 0,
    close,
  };
  return bank;
}

/** A bank of its own name, which ends with the test. */
export async function newFakeBank(differs: Partial<BankProfile> = {}): Promise<FakeBank> {
  const bank = await startFakeBank({ id: `bank-${newId()}`, ...differs });
  banks.push(bank);
  return bank;
}

/** The profile of a bank that answers by `handler` until the test ends. */
export async function bankThat(handler: Handler, differs: Partial<BankProfile> = {}): Promise<BankProfile> {
  const bank = await startFakeBank(differs);
  banks.push(bank);
  bank.answer = handler;
  return bank.profile;
}

/** A profile of a bank at a port. A server is not required. */
export function profileAt(port: number, differs: Partial<BankProfile> = {}): BankProfile {
  const profile = bankProfileSchema.parse({
    id: "fake-bank",
    connector: "berlin-group",
    version: "1.3",
    environment: "test",
    baseUrl: `http://127.0.0.1:${port}/psd2`,
    hosts: [`127.0.0.1:${port}`],
    products: { SEPA_CREDIT_TRANSFER: "sepa-credit-transfers" },
    idempotency: "none",
    cancel: true,
    finality: "ACSC",
    initiateTimeoutMs: TIMEOUT_MS,
    statusTimeoutMs: TIMEOUT_MS,
    tokenTimeoutMs: TIMEOUT_MS,
  });
  return { ...profile, ...differs };
}

/** The call of an initiation, without its redirect. */
export const SEPA_INITIATION = {
  ...{ scheme: "SEPA_CREDIT_TRANSFER", body: "{}", idempotencyKey: "k1" },
  psu: { ip: null, userAgent: null, locale: "en" },
};

/** The standard's answer to an initiation. */
export const received = (links: object) => ({ transactionStatus: "RCVD", paymentId: "p1", _links: links });

/** Answers in JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** The standard's answer to a status request. */
export const ACCEPTED: RequestListener = (_request, response) => json(response, 200, { transactionStatus: "ACSP" });

/** An error answer of the standard. */
export const refusal =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    json(response, status, { tppMessages: [{ category: "ERROR", code }] });
