import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { db } from "../../lib/db";
import { eventsOf, shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { underLocks } from "../../test/banks/statements";
import { attemptsOf } from "../../test/banks/uk-stories";
import { call } from "../../test/client";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { until } from "../../test/until";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { startCheckout } from "../checkout/start-checkout";
import { listExceptions } from "../exceptions/exceptions";
import { cancelLink } from "../links/cancel-link";
import { requestOfLink } from "../links/request-of-link";
import { readRequest } from "../requests/store";
import { settleByCredit } from "../settlement/settle-by-entry";
import { initiateRequest } from "./initiate-payment";
import { attemptsDue } from "./poll-attempt";

// What ends a payment, or its attempt, while the bank of the attempt is called: its customer is not sent to that bank.

const story = storyOfThisFile();
const INITIATIONS = /\/v1\/payments\/[^/]+$/;
const PSU = { ip: null, userAgent: null };
afterEach(() => vi.restoreAllMocks());

type Reply = Awaited<ReturnType<typeof story.press>>;
const outcome = ({ status, error }: Reply) => [status, error?.code];
const REFUSED = [400, "PAYMENT_ALREADY_INITIATED"];

/** The bank of the next initiation carries it out, or gives another answer, after `act`. */
function duringInitiation(act: () => Promise<unknown>): void {
  story.bank.faults.push({ method: "POST", path: INITIATIONS, kind: act });
}

const sentTo = () =>
  story.bank.exchanges.map(({ method, path }) => `${method} ${INITIATIONS.test(path) ? "order" : ""}`);
const statesOf = async (id: string) => (await attemptsOf(id)).map(({ state }) => state);
const creditOf = (attemptId: string) =>
  underLocks(attemptId, (tx, request) =>
    settleByCredit(tx, request, attemptId, { amountMinor: 2550n, currency: "EUR", source: "recon" }),
  );

describe("a payment that an earlier attempt pays during the call", () => {
  it("sends neither its caller nor a concurrent one to the bank: 400; the new attempt is stopped at once, and no worker has sent it again", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token, story.banks[0]);
    const [first] = await attemptsOf(id);
    const due: string[] = [];
    const repeats: Promise<Reply>[] = [];
    duringInitiation(async () => {
      const called = (await attemptsOf(id))[1]?.id ?? "";
      const sent = vi.spyOn(pg.Client.prototype, "query");
      repeats.push(story.press(token, story.banks[1]));
      // It waits for the answer to the attempt that it has found.
      await until(() => sent.mock.calls.some(([statement]) => isReadOf("payment_attempts", called, statement)));
      await creditOf(first?.id ?? "");
      for (const lease of await attemptsDue(10)) due.push(lease.id);
    });
    const before = sentTo().length;
    expect(outcome(await story.press(token, story.banks[1]))).toEqual(REFUSED);
    expect((await Promise.all(repeats)).map(outcome)).toEqual([REFUSED]);
    expect([await story.statusOf(id), await statesOf(id)]).toEqual(["completed", ["SETTLED", "CANCELLED"]]);
    expect(sentTo().slice(before)).toEqual(["DELETE ", "POST order", "DELETE "]);
    expect(due).not.toContain((await attemptsOf(id))[1]?.id);
    expect((await listExceptions({ limit: 10 })).rows.filter((row) => row.paymentRequestId === id)).toEqual([]);
  });

  it("shows the page its present state", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token, story.banks[0]);
    const [first] = await attemptsOf(id);
    duringInitiation(() => creditOf(first?.id ?? ""));
    const psu = { ...PSU, locale: "en" };
    const pressed = startCheckout(shopper, {
      paymentToken: token,
      bankId: story.banks[1] ?? "",
      seenAmount: 2550,
      psu,
    });
    expect(await pressed).toEqual({ kind: "closed" });
  });
});

describe("a payment that is cancelled during the call", () => {
  it("sends its caller to no bank: 400", async () => {
    const { token, id } = await story.newPayment();
    duringInitiation(() => cancelCheckout(shopper, { paymentToken: token }));
    expect(outcome(await story.press(token))).toEqual(REFUSED);
    expect([await story.statusOf(id), await statesOf(id)]).toEqual(["cancelled", ["CANCELLED"]]);
  });

  it("with its link is 410 with the link's status", async () => {
    const order = { amount: 2550, currency: "EUR" };
    const { data } = await call("createPaymentLink", { order }, { token: await story.freshToken() });
    const { paymentToken } = await requestOfLink(shopper, data.payment_link_url.split("/pay/")[1] ?? "", 2550);
    duringInitiation(() => cancelLink(ctx, { id: data.link_id, merchantId: story.tenant.merchantId }));
    const reply = await story.press(paymentToken);
    expect(outcome(reply)).toEqual([410, "PAYMENT_LINK_NOT_ACTIVE"]);
    expect(reply.error.metadata).toEqual({ link_status: "cancelled" });
  });

  it("with its link is due when it was before: no worker calls the bank at the same time", async () => {
    const link = await story.newLink();
    const { paymentToken, request } = await requestOfLink(shopper, link.token, 2550);
    const sql = "SELECT due_at::text FROM payment_attempts WHERE payment_request_id = $1";
    const due: object[] = [];
    duringInitiation(async () => {
      due.push(...(await query(sql, [request.id])).rows);
      await cancelLink(ctx, { id: link.id, merchantId: story.tenant.merchantId });
      due.push(...(await query(sql, [request.id])).rows);
    });
    await story.press(paymentToken);
    const [before] = due;
    expect(due).toEqual([{ due_at: expect.any(String) }, before]);
  });

  it("control: is open at a bank that cannot cancel it, so the customer can continue there", async () => {
    const banks = await listBanks({}, { currency: "EUR" });
    const oberbank = banks.find(({ displayName }) => /^Oberbank/i.test(displayName))?.id;
    const { token, id } = await story.newPayment();
    duringInitiation(() => cancelCheckout(shopper, { paymentToken: token }));
    expect((await story.press(token, oberbank)).data.redirect_url).not.toBeNull();
    expect([await story.statusOf(id), await statesOf(id)]).toEqual(["pending", ["AWAITING_AUTH"]]);
  });
});

describe("an attempt that its bank refuses during the call", () => {
  it("gives a concurrent call the same answer, however late that looks for it: 502", async () => {
    const { token, id } = await story.newPayment();
    const seen = await readRequest(db(), id);
    const bankId = story.banks[0] ?? "";
    const repeats: Promise<unknown>[] = [];
    const reading = pauseNextRead("payment_requests", id);
    duringInitiation(async () => {
      reading.begin();
      repeats.push(initiateRequest(shopper, seen, { bankId, scheme: null, psu: PSU }).catch((error) => error));
      await until(reading.isPaused);
      return new Response(null, { status: 429 });
    });
    const first = await story.press(token);
    reading.end();
    const [second] = await Promise.all(repeats);
    expect(outcome(first)).toEqual([502, "BANK_UNAVAILABLE"]);
    expect(second).toMatchObject({ code: "BANK_UNAVAILABLE", metadata: first.error.metadata });
    expect([await statesOf(id), await eventsOf(id)]).toEqual([["FAILED"], []]);
    expect((await story.press(token)).status).toBe(200);
  });
});

/** Whether a statement reads this row of the table, without a lock. */
function isReadOf(table: string, id: string, sent: unknown): boolean {
  const { text = "", values = [] } = sent as { text?: string; values?: unknown[] };
  return new RegExp(`^SELECT id, .* FROM ${table} WHERE id = \\S+$`, "s").test(text) && values.includes(id);
}

/** From `begin` on, the next read of a row is sent only after `end`. */
function pauseNextRead(table: string, id: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  let paused = false;
  const begin = () =>
    vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      if (paused || !isReadOf(table, id, given[0])) return send.apply(this, given);
      paused = true;
      return ended.then(() => send.apply(this, given));
    } as never);
  return { begin, isPaused: () => paused, end };
}
