import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { connectorFor } from "../connectors/connector-for";
import type { BankCaller } from "../connectors/guard";
import type { BankConnector, Outcome } from "../connectors/port";
import { type BankProfile, bankProfileSchema } from "../connectors/profile-schema";
import { newId } from "../lib/ids";

/** A server in a bank's place that does one thing only, for what the way to a bank does: it counts who comes. */
export type LoneBank = {
  profile: BankProfile;
  /** What it does with a call, now. */
  answer: RequestListener;
  /** How many calls have reached it, and how many were there at once. */
  calls: number;
  most: number;
  close(): Promise<void>;
};

/** Answers as the standard does to the question for a payment's status. */
export const ACCEPTED: RequestListener = (_request, response) => sayJson(response, 200, { transactionStatus: "ACSP" });

/** Speaks of one error by the standard. */
export const refusal =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    sayJson(response, status, { tppMessages: [{ category: "ERROR", code }] });

function sayJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export async function startLoneBank(changed: Partial<BankProfile> & { id: string }): Promise<LoneBank> {
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
  const bank: LoneBank = {
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

/** Each bank is one that nobody has called yet, and ends with its test. Registers a hook: call it once, in a file. */
export function loneBanksOfEachTest() {
  const made: LoneBank[] = [];
  afterEach(async () => {
    for (const bank of made.splice(0)) await bank.close();
  });
  return async (changed: Partial<BankProfile> = {}): Promise<LoneBank> => {
    const bank = await startLoneBank({ id: `bank-${newId()}`, ...changed });
    made.push(bank);
    return bank;
  };
}

/** Calls of a merchant's, for its payments and accounts. */
export const merchantCalls = (merchantId: string = newId()): BankCaller => ({ merchantId, isScenario: false });

/** Asks the bank how a payment stands; without a connector of a merchant's, each time for another merchant. */
export const ask = ({ profile }: LoneBank, connector: BankConnector = connectorFor(profile, merchantCalls())) =>
  connector.status(profile, { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links: {} });

export const kindOf = (outcome: Outcome<unknown>) => (outcome.ok ? "ok" : outcome.kind);
