import { beforeAll } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { issueToken } from "../../identity/tokens/issue-token";
import { PUBLIC_CALLER } from "../../lib/context";
import { acceptReturn } from "../../payments/bank-calls/accept-return";
import { attemptsDue, pollAttempt } from "../../payments/bank-calls/poll-attempt";
import { expireRequest, requestsToEnd } from "../../payments/requests/end-request";
import { call } from "../client";
import { query } from "../database";
import { newTenant } from "../rows/fixtures";
import { answerAtBank, type Elsewhere, simbankOfThisFile, type TestSimbank } from "./simbank";

const ORDER = { amount: 2550, currency: "EUR", payment_reference: "Order 3451", test_transaction: true };
const BATCH = 10;

/** A customer on a page, without credentials. */
export const shopper = { caller: PUBLIC_CALLER, requestId: "test", ip: "203.0.113.7" };

/** The steps of a payment, for one merchant, over the public API and the simulated bank. */
export async function paymentStories(bank: TestSimbank) {
  await syncCatalogue();
  const tenant = await newTenant();
  const banks = (await listBanks({}, { currency: "EUR" })).filter(({ market }) => market === "PT").map(({ id }) => id);

  /** A new access token: tests move the clock past the end of the first. */
  async function freshToken(): Promise<string> {
    const { clientId: client_id, clientSecret: client_secret } = tenant;
    return (await issueToken(shopper, { client_id, client_secret })).access_token;
  }

  async function getStatus(id: string) {
    const token = await freshToken();
    return (await call("getPaymentStatus", undefined, { token, params: { paymentRequestId: id } })).data;
  }

  return {
    banks,
    tenant,
    freshToken,
    getStatus,
    statusOf: async (id: string) => (await getStatus(id)).status,
    async newPayment(changed: object = {}, more: object = {}): Promise<{ token: string; id: string }> {
      const { data } = await call(
        "createPaymentRequest",
        { order: { ...ORDER, ...changed }, ...more },
        { token: await freshToken() },
      );
      return { token: data.payment_token, id: data.payment_request_id };
    },
    async newLink(): Promise<{ token: string; id: string }> {
      const body = { order: { amount: 2550, currency: "EUR" } };
      const { data } = await call("createPaymentLink", body, { token: await freshToken() });
      return { id: data.link_id, token: data.payment_link_url.split("/pay/")[1] ?? "" };
    },
    press: (payment_token: string, bankId = banks[0], more: object = {}) =>
      call("initiatePayment", { payment_token, bankId, ...more }),
    /** The number of payments that were sent to the bank. */
    paymentsAtBank: () =>
      bank.exchanges.filter(({ method, path }) => method === "POST" && /\/v1\/payments\//.test(path)).length,
  };
}

export type Story = Awaited<ReturnType<typeof paymentStories>>;

/**
 * A bank, and a merchant's story at it, for all tests of a file. Registers hooks: call it once, at the top of a file.
 */
export function storyOfThisFile(elsewhere?: Elsewhere) {
  const bank = simbankOfThisFile(elsewhere);
  const story = { bank } as Story & { bank: TestSimbank };
  beforeAll(async () => {
    Object.assign(story, await paymentStories(bank));
  });
  return story;
}

/** The customer answers at the bank, and the bank redirects the browser back. */
export async function answer(url: string | null, how: "approve" | "reject"): Promise<void> {
  const back = await answerAtBank(url ?? "", how);
  const params = Object.fromEntries(new URL(back.headers.get("location") ?? "").searchParams);
  await acceptReturn(shopper, { state: params["state"] ?? "", params });
}

/** Runs the worker's due jobs once. */
export async function workDone(): Promise<void> {
  for (let due = await attemptsDue(BATCH); due.length > 0; due = await attemptsDue(BATCH)) {
    for (const lease of due) await pollAttempt(lease);
  }
  for (let over = await requestsToEnd(BATCH); over.length > 0; over = await requestsToEnd(BATCH)) {
    for (const id of over) await expireRequest(id);
  }
}

/** The event types of a request or a link, in order. */
export const eventsOf = async (subjectId: string) => {
  const sql = "SELECT type FROM webhook_events WHERE subject_id = $1 ORDER BY sequence";
  const { rows } = await query<{ type: string }>(sql, [subjectId]);
  return rows.map(({ type }) => type);
};

/** The number of debits for a reference. */
export const debitsOf = async (reference: string) => {
  const sql = "SELECT 1 FROM sim_entries e JOIN sim_payments p ON p.id = e.payment_id WHERE p.remittance = $1";
  return (await query(sql, [reference])).rowCount;
};
