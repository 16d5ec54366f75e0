import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { connectorFor } from "../../connectors/connector-for";
import type { BankCaller } from "../../connectors/guard/guard";
import type { BankConnector, Outcome } from "../../connectors/port";
import { type BankProfile, bankProfileSchema } from "../../connectors/profile-schema";
import { newId } from "../../lib/ids";

/**
 * A server that replaces a bank with one fixed answer and counts its calls: for tests of the calls' limits and circuit.
 */
export type SingleBank = {
  profile: BankProfile;
  /** The current answer to a call. */
  answer: RequestListener;
  /** The number of calls, and the peak of concurrent ones. */
  calls: number;
  most: number;
  close(): Promise<void>;
};

/** The standard's answer to a status request. */
export const ACCEPTED: RequestListener = (_request, response) => sayJson(response, 200, { transactionStatus: "ACSP" });

/** An error answer of the standard. */
export const refusal =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    sayJson(response, status, { tppMessages: [{ category: "ERROR", code }] });

function sayJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export async function startSingleBank(changed: Partial<BankProfile> & { id: string }): Promise<SingleBank> {
  let present = 0;
  const server = createServer((request, response) => {
    bank.calls += 1;
    present += 1;
    bank.most = Math.max(bank.most, present);
    response.on("close", () => {
      present -= 1;
    });
    bank.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bank: SingleBank = {
    profile: bankProfileSchema.parse({
      connector: "berlin-group",
      version: "1.3",
      environment: "test",
      baseUrl: `http://${host}/xs2a`,
      hosts: [host],
      products: { SEPA_CREDIT_TRANSFER: "sepa-credit-transfers" },
      idempotency: "none",
      cancel: true,
      finality: "ACSC",
      ...changed,
    }),
    answer: ACCEPTED,
    calls: 0,
    most: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return bank;
}

/** Each bank is new and ends with its test. Registers a hook: call it once per file. */
export function singleBanksOfEachTest() {
  const made: SingleBank[] = [];
  afterEach(async () => {
    for (const bank of made.splice(0)) await bank.close();
  });
  return async (changed: Partial<BankProfile> = {}): Promise<SingleBank> => {
    const bank = await startSingleBank({ id: `bank-${newId()}`, ...changed });
    made.push(bank);
    return bank;
  };
}

/** A merchant as the caller of a bank, for its payments and accounts. */
export const merchantCalls = (merchantId: string = newId()): BankCaller => ({ merchantId, isScenario: false });

/** Fetches a payment's status; without a given connector, for a new merchant each time. */
export const fetchStatusAt = (
  { profile }: SingleBank,
  connector: BankConnector = connectorFor(profile, merchantCalls()),
) => connector.status(profile, { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links: {} });

export const kindOf = (outcome: Outcome<unknown>) => (outcome.ok ? "ok" : outcome.kind);
