import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueToken } from "../access/issue-token";
import { findBank } from "../banks/find-bank";
import { listBanks } from "../banks/list-banks";
import { syncCatalogue } from "../banks/sync-catalogue";
import { PUBLIC_CALLER } from "../lib/context";
import { db } from "../lib/db";
import { call } from "../test/client";
import { moveClock, query } from "../test/database";
import { newTenant, type Tenant } from "../test/fixtures";
import { answerAtBank, startSimbank, type TestSimbank } from "../test/simbank";
import { acceptReturn } from "./accept-return";
import { beginAttempt } from "./begin-attempt";
import { cancelCheckout } from "./cancel-checkout";
import { paymentEndpoints } from "./endpoints";
import { expireRequest, requestsToEnd } from "./expire-request";
import { getCheckout } from "./get-checkout";
import { attemptsDue, pollAttempt } from "./poll-attempt";
import { readRequest } from "./store";

const [create, initiate, status] = paymentEndpoints;
const shopper = { caller: PUBLIC_CALLER, requestId: "test", ip: "203.0.113.7" };

let bank: TestSimbank;
let banks: string[];
let tenant: Tenant;

beforeAll(async () => {
  bank = await startSimbank();
  await syncCatalogue();
  banks = (await listBanks({}, { currency: "EUR" })).filter(({ market }) => market === "PT").map(({ id }) => id);
  tenant = await newTenant();
});
afterAll(() => bank.close());

const order = { amount: 2550, currency: "EUR", payment_reference: "Order 3451", test_transaction: true };

async function newPayment(changed: object = {}): Promise<{ token: string; id: string }> {
  const { data } = await call(create, { order: { ...order, ...changed } }, { token: tenant.token });
  return { token: data.payment_token, id: data.payment_request_id };
}

const press = (payment_token: string, bankId = banks[0], more: object = {}) =>
  call(initiate, { payment_token, bankId, ...more });

/** With a token of its own: tests move the clock past the end of the first. */
async function askStatus(id: string) {
  const credentials = { client_id: tenant.clientId, client_secret: tenant.clientSecret };
  const { access_token: token } = await issueToken(shopper, credentials);
  return (await call(status, undefined, { token, params: { paymentRequestId: id } })).data;
}

const statusOf = async (id: string) => (await askStatus(id)).status;

/** The shopper answers at the bank, and the bank sends the browser back to us. */
async function answer(url: string, how: "approve" | "reject", account?: string): Promise<void> {
  const back = await answerAtBank(url, how, account);
  const state = new URL(back.headers.get("location") ?? "").searchParams.get("state") ?? "";
  await acceptReturn(shopper, { state });
}

async function workDone(): Promise<void> {
  for (const lease of await attemptsDue(10)) await pollAttempt(lease);
  for (const id of await requestsToEnd(10)) await expireRequest(id);
}

const events = (id: string) =>
  query(async (client) => {
    const { rows } = await client.query("SELECT type FROM webhook_events WHERE subject_id = $1 ORDER BY sequence", [
      id,
    ]);
    return rows.map(({ type }) => type as string);
  });

const paymentsAtBank = () =>
  bank.exchanges.filter(({ method, path }) => method === "POST" && /\/v1\/payments\//.test(path)).length;

/** How often the bank has moved money for a reference. */
const debits = (reference: string) =>
  query(async (client) => {
    const sql = "SELECT 1 FROM sim_entries e JOIN sim_payments p ON p.id = e.payment_id WHERE p.remittance = $1";
    return (await client.query(sql, [reference])).rowCount;
  });

describe("a payment, told by its bank", () => {
  it("is completed when the shopper approves and the bank has debited, once", async () => {
    const { token, id } = await newPayment({ payment_reference: "Debited once" });
    const started = await press(token);
    expect([started.status, started.data.payment_request_id, started.data.order_id]).toEqual([200, id, id]);
    expect(await statusOf(id)).toBe("pending");
    await answer(started.data.redirect_url ?? "", "approve");
    await moveClock("5 seconds");
    await workDone();
    await workDone();
    expect(await statusOf(id)).toBe("completed");
    expect(await events(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("paid");
    expect(await debits("Debited once")).toBe(1);
  });

  it("is cancelled when the shopper rejects it there", async () => {
    const { token, id } = await newPayment();
    const started = await press(token);
    await answer(started.data.redirect_url ?? "", "reject");
    expect(await statusOf(id)).toBe("cancelled");
    expect(await events(id)).toEqual(["payment_request.pending", "payment_request.cancelled"]);
  });

  it("is pending as long as the shopper has only come back", async () => {
    const { token, id } = await newPayment();
    const { data } = await press(token);
    const state = await query(
      async (client) =>
        (await client.query("SELECT redirect_state_hash FROM payment_attempts WHERE payment_request_id = $1", [id]))
          .rowCount,
    );
    expect(state).toBe(1);
    expect(await acceptReturn(shopper, { state: "forged" })).toBeNull();
    expect(data.redirect_url).toContain("/simbank/");
    expect(await statusOf(id)).toBe("pending");
    expect((await getCheckout(shopper, token))?.phase).toBe("at_bank");
  });

  it("is completed although the browser never came back", async () => {
    const { token, id } = await newPayment();
    const { data } = await press(token);
    await answerAtBank(data.redirect_url ?? "", "approve");
    await moveClock("1 minute");
    await workDone();
    expect(await statusOf(id)).toBe("completed");
  });

  it("fails when the bank rejects it after approval, and says why", async () => {
    const { token, id } = await newPayment({ amount: 99_000_000, payment_reference: "SIM-NOFUNDS" });
    const { data } = await press(token);
    await answer(data.redirect_url ?? "", "approve");
    await moveClock("1 minute");
    await workDone();
    const { status: word, status_reason: reason } = await askStatus(id);
    expect([word, reason]).toEqual(["failed", "AM04"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("refused");
  });

  it("fails when nobody approves in the bank's time, and not before", async () => {
    const { token, id } = await newPayment();
    await press(token);
    await moveClock("9 minutes");
    await workDone();
    expect(await statusOf(id)).toBe("pending");
    await moveClock("7 minutes");
    await workDone();
    expect(await statusOf(id)).toBe("failed");
  });
});

describe("initiation is safe to repeat", () => {
  it("answers the same bank again with the same address and one payment at the bank", async () => {
    const { token } = await newPayment();
    const before = paymentsAtBank();
    const first = await press(token);
    const second = await press(token);
    expect(second.text).toBe(first.text);
    expect(paymentsAtBank() - before).toBe(1);
  });

  it("of ten at once exactly one calls the bank, and all get its answer", async () => {
    const { token } = await newPayment();
    const before = paymentsAtBank();
    const replies = await Promise.all(Array.from({ length: 10 }, () => press(token)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(paymentsAtBank() - before).toBe(1);
  });

  it("of two banks at once exactly one wins", async () => {
    const { token, id } = await newPayment();
    const replies = await Promise.all([press(token, banks[0]), press(token, banks[1])]);
    const live = await query((client) =>
      client.query("SELECT 1 FROM payment_attempts WHERE payment_request_id = $1 AND final_at IS NULL", [id]),
    );
    expect(live.rowCount).toBe(1);
    expect(replies.filter(({ status: code }) => code === 200).length).toBeGreaterThanOrEqual(1);
  });

  it("repeats the answer of a live attempt after the token's end", async () => {
    const { token } = await newPayment();
    const first = await press(token);
    await moveClock("16 minutes");
    expect((await press(token)).text).toBe(first.text);
  });

  it("takes another bank once the first has confirmed that it is cancelled", async () => {
    const { token, id } = await newPayment();
    await press(token, banks[0]);
    const second = await press(token, banks[1]);
    expect(second.status).toBe(200);
    await answer(second.data.redirect_url ?? "", "approve");
    await moveClock("5 seconds");
    await workDone();
    expect(await statusOf(id)).toBe("completed");
    expect(await events(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });

  it("400 PAYMENT_ALREADY_INITIATED for another bank once the shopper has approved at the first", async () => {
    const { token } = await newPayment();
    const { data } = await press(token, banks[0]);
    await answerAtBank(data.redirect_url ?? "", "approve");
    const reply = await press(token, banks[1]);
    expect([reply.status, reply.error.code]).toEqual([400, "PAYMENT_ALREADY_INITIATED"]);
  });
});

describe("initiation refuses", () => {
  it("404 PAYMENT_REQUEST_NOT_FOUND for an unknown token and for one that is over", async () => {
    const { token, id } = await newPayment();
    expect((await press("ptok_unknown")).error.code).toBe("PAYMENT_REQUEST_NOT_FOUND");
    await moveClock("15 minutes");
    const reply = await press(token);
    expect([reply.status, reply.error.code]).toEqual([404, "PAYMENT_REQUEST_NOT_FOUND"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("expired");
    expect(id).toBeTruthy();
  });

  it("404 BANK_NOT_FOUND, 422 MISSING_CONVERTED_AMOUNT, 400 on paymentScheme", async () => {
    const { token } = await newPayment();
    const gbp = (await listBanks({}, { currency: "GBP" }))[0]?.id;
    expect((await press(token, "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10")).error.code).toBe("BANK_NOT_FOUND");
    const converted = await press(token, gbp);
    expect([converted.status, converted.error.code]).toEqual([422, "MISSING_CONVERTED_AMOUNT"]);
    expect(converted.error.metadata).toEqual({ payment_currency: "EUR", bank_currency: "GBP" });
    const scheme = await press(token, banks[0], { paymentScheme: "FASTER_PAYMENTS" });
    expect([scheme.status, scheme.error.metadata?.errors?.[0]?.field]).toEqual([400, "paymentScheme"]);
    expect((await press(token)).status).toBe(200);
  });

  it("400 when the token in the query differs from the one in the body, and takes either alone", async () => {
    const { token } = await newPayment();
    const differs = await call(
      initiate,
      { payment_token: token, bankId: banks[0] },
      { query: { payment_token: "ptok_other" } },
    );
    expect([differs.status, differs.error.metadata?.errors?.[0]?.field]).toEqual([400, "payment_token"]);
    expect((await call(initiate, { bankId: banks[0] }, { query: { payment_token: token } })).status).toBe(200);
  });

  it("502 BANK_UNAVAILABLE when the bank refuses at once; the request is as before", async () => {
    const { token, id } = await newPayment({ payment_reference: "SIM-REFUSED" });
    const reply = await press(token);
    expect([reply.status, reply.error.code]).toEqual([502, "BANK_UNAVAILABLE"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("choosing");
    expect(await events(id)).toEqual([]);
    await moveClock("15 minutes");
    expect(await statusOf(id)).toBe("expired");
  });
});

describe("expiry", () => {
  it("holds from the second it is due, before any job has run, and is told once", async () => {
    const { id } = await newPayment();
    await moveClock("14 minutes 58 seconds");
    expect(await statusOf(id)).toBe("pending");
    await moveClock("3 seconds");
    expect(await statusOf(id)).toBe("expired");
    expect(await events(id)).toEqual([]);
    await Promise.all([expireRequest(id), expireRequest(id)]);
    expect(await events(id)).toEqual(["payment_request.expired"]);
  });
});

describe("cancellation", () => {
  it("ends a request at once before a bank was asked", async () => {
    const { token, id } = await newPayment();
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await statusOf(id)).toBe("cancelled");
    expect((await press(token)).error.code).toBe("PAYMENT_ALREADY_INITIATED");
  });

  it("asks the bank after one was chosen, and its confirmation decides", async () => {
    const { token, id } = await newPayment();
    await press(token);
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await statusOf(id)).toBe("cancelled");
    expect((await getCheckout(shopper, token))?.phase).toBe("cancelled_at_bank");
  });

  it("loses against an approval: the money is on its way, so the payment completes", async () => {
    const { token, id } = await newPayment();
    const { data } = await press(token);
    await answerAtBank(data.redirect_url ?? "", "approve");
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await statusOf(id)).not.toBe("cancelled");
    await moveClock("1 minute");
    await workDone();
    expect(await statusOf(id)).toBe("completed");
  });
});

describe("a process that died between the commit of an attempt and the bank's answer", () => {
  async function committed(token: string, id: string): Promise<void> {
    const chosen = await findBank({}, banks[0] ?? "");
    if (!chosen) throw new Error("no bank");
    const begun = await beginAttempt(shopper, await readRequest(db(), id), {
      bank: chosen,
      scheme: null,
      psu: { ip: null, userAgent: null },
    });
    expect([begun.kind, token.length > 0]).toEqual(["begun", true]);
  }

  it("blocks expiry until recovery has asked, and then the shopper can go on with the one payment", async () => {
    const { token, id } = await newPayment();
    await committed(token, id);
    await moveClock("16 minutes");
    expect(await statusOf(id)).toBe("pending");
    const before = paymentsAtBank();
    await workDone();
    expect(paymentsAtBank() - before).toBe(1);
    const view = await getCheckout(shopper, token);
    expect([view?.phase, view?.bankUrl !== null]).toEqual(["at_bank", true]);
    expect((await press(token)).data.redirect_url).toBe(view?.bankUrl);
    expect(paymentsAtBank() - before).toBe(1);
  });
});
