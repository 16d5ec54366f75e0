import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { systemCtx } from "../../lib/context";
import { db } from "../../lib/db";
import { answer, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { underLocks } from "../../test/banks/statements";
import { moveClock, moveToMiddleOf, query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { type PaymentRow, writePayments } from "../../test/rows/overview-rows";
import { reversePayment, settleByCredit } from "../settlement/settle-by-entry";
import { listPaymentActionItems } from "./list-action-items";
import { listLatestPayments, readOverview } from "./read-overview";

const ctx = systemCtx("test");
const story = storyOfThisFile();

type Query = Parameters<typeof readOverview>[1];
const USUAL = { until: null, test: false, currency: null, comparison: "previous", timeZone: "Europe/Lisbon" } as const;
const overview = (merchantId: string, days: number, more: Partial<Query> = {}) =>
  readOverview(ctx, { merchantId, days, ...USUAL, ...more });

describe("the figures", () => {
  let merchantId: string;
  beforeEach(async () => {
    await moveToMiddleOf("day");
    ({ merchantId } = await newTenant());
    await writePayments(merchantId, [
      { age: "0 seconds", amount: 2550, seconds: 30 },
      { age: "2 days", amount: 1000, seconds: 38 },
      { age: "3 days", amount: 500, seconds: 200 },
      { age: "2 days", status: "failed" },
      { age: "2 days", status: "pending" },
      { age: "2 days", status: "expired", initiated: false },
      { age: "16 days", amount: 900 },
      { age: "60 days", amount: 70 },
      { age: "2 days", amount: 9900, currency: "GBP" },
      { age: "2 days", amount: 1, test: true },
    ]);
    const { merchantId: other } = await newTenant();
    await writePayments(other, [{ age: "2 days", amount: 77_700 }]);
  });

  it("cover one merchant, one mode and one currency, by default the busiest", async () => {
    const { currencies, figures } = await overview(merchantId, 14);
    const nothing = { count: 0, amount: 0n, returned: 0n };
    expect(currencies.map(({ spans: _, spansBefore: __, ...sums }) => sums)).toEqual([
      { currency: "EUR", received: figures?.received, before: figures?.before.received },
      { currency: "GBP", received: { ...nothing, count: 1, amount: 9900n }, before: nothing },
    ]);
    // The order is that of payments, not of the names.
    await writePayments(
      merchantId,
      [1, 2, 3, 4].map(() => ({ age: "3 days", amount: 1, currency: "SEK" })),
    );
    const more = (await overview(merchantId, 14)).currencies;
    expect(more.map(({ currency, received }) => [currency, received.count])).toEqual([
      ["SEK", 4],
      ["EUR", 3],
      ["GBP", 1],
    ]);
    expect(figures?.currency).toBe("EUR");
    expect(figures?.received).toEqual({ count: 3, amount: 4050n, returned: 0n });
    expect((await overview(merchantId, 14, { currency: "GBP" })).figures?.received.amount).toBe(9900n);
    expect((await overview(merchantId, 14, { test: true })).figures?.received.amount).toBe(1n);
  });

  it("are assigned to their days, today last", async () => {
    const { figures } = await overview(merchantId, 14);
    const amounts = figures?.spans.map(({ received }) => received.amount);
    expect(amounts?.at(-1)).toBe(2550n);
    expect(amounts?.reduce((sum, amount) => sum + amount, 0n)).toBe(4050n);
    expect(figures?.spans).toHaveLength(14);
    expect((await overview(merchantId, 1)).figures?.received.amount).toBe(2550n);
    expect((await overview(merchantId, 90)).figures?.received.amount).toBe(5020n);
  });

  it("are compared with the same part of the period before", async () => {
    const { figures } = await overview(merchantId, 14);
    expect(figures?.before.received).toEqual({ count: 1, amount: 900n, returned: 0n });
    expect(figures?.spans.reduce((sum, { before }) => sum + before.amount, 0n)).toBe(900n);
  });

  it("have each currency's amounts by day, of which the figures' chart has those of its currency", async () => {
    const { currencies, figures } = await overview(merchantId, 3);
    expect(currencies.map(({ currency, spans }) => [currency, spans.map(({ amount }) => amount)])).toEqual([
      ["EUR", [1000n, 0n, 2550n]],
      ["GBP", [9900n, 0n, 0n]],
    ]);
    expect(currencies[0]?.spans).toEqual(figures?.spans.map(({ received }) => received));
    expect(currencies[0]?.spansBefore).toEqual(figures?.spans.map(({ before }) => before));
    expect(currencies[0]?.spansBefore.map(({ amount }) => amount)).toEqual([0n, 0n, 500n]);
  });

  it("are those of a period that is over, compared with the whole period before", async () => {
    const now = (await overview(merchantId, 1)).now.getTime();
    const until = (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const of = async (days: number, daysAgo: number) => {
      const { figures } = await overview(merchantId, days, { until: until(daysAgo) });
      return [figures?.until, figures?.spans.length, figures?.received.amount, figures?.before.received.amount];
    };
    expect(await of(1, 2)).toEqual([until(2), 24, 1000n, 500n]);
    expect(await of(2, 2)).toEqual([until(2), 2, 1500n, 0n]);
    expect(await of(10, 4)).toEqual([until(4), 10, 0n, 900n]);
    // Today is not over.
    expect((await of(14, 0))[0]).toBeNull();
  });

  it("have the success rate of initiated payments that have ended", async () => {
    const { figures } = await overview(merchantId, 14);
    expect(figures?.outcomes).toEqual({ created: 6, initiated: 5, atBank: 1, completed: 3 });
    expect(figures?.success).toEqual({ share: 0.75, of: 4 });
  });

  it("have the time to approval", async () => {
    const { figures } = await overview(merchantId, 14);
    expect(figures?.timeToApproval).toEqual({ median: 38, p90: 200, of: 3 });
  });

  it("name the outlier day and its worst bank", async () => {
    const { merchantId: shop } = await newTenant();
    const many = (count: number, row: PaymentRow) => Array.from({ length: count }, () => row);
    await writePayments(shop, [
      ...many(60, { age: "5 days" }),
      ...many(10, { age: "3 days" }),
      ...many(12, { age: "3 days", status: "failed", bank: "N26" }),
      ...many(3, { age: "3 days", status: "cancelled", bank: "ING" }),
    ]);
    const outlier = (await overview(shop, 14)).figures?.outlier;
    expect(outlier).toEqual({ index: 10, without: 1, bank: { bankName: "N26", lost: 12, of: 12 } });
  });

  it("are null without payments", async () => {
    const { merchantId: empty } = await newTenant();
    expect(await overview(empty, 14)).toMatchObject({ currencies: [], figures: null });
    expect(await listLatestPayments(ctx, { merchantId: empty, test: false, limit: 8 })).toEqual([]);
  });

  it("come with the newest payments of all currencies", async () => {
    const latest = await listLatestPayments(ctx, { merchantId, test: false, limit: 3 });
    expect(latest.map(({ amount }) => amount)[0]).toBe(2550);
    expect(latest).toHaveLength(3);
    expect(latest.every(({ test }) => !test)).toBe(true);
  });
});

const attemptOf = async (id: string) => {
  const { rows } = await query("SELECT id FROM payment_attempts WHERE payment_request_id = $1", [id]);
  return rows[0]?.id as string;
};
/** Created long before it was completed or returned. */
const AGED = "UPDATE payment_requests SET created_at = created_at - interval '31 days' WHERE id = $1";
const actionItems = () => listPaymentActionItems(ctx, { merchantId: story.tenant.merchantId, test: true });
const secondsOf = async (id: string) =>
  (await db().paymentRequest.findUniqueOrThrow({ where: { id } })).timeToApprovalS;

async function start(reference: string): Promise<{ id: string; url: string | null }> {
  const { token, id } = await story.newPayment({ payment_reference: reference });
  return { id, url: (await story.press(token)).data.redirect_url };
}

describe("the time to approval", () => {
  it("runs from the hand-over to the customer's approval", async () => {
    const { id, url } = await start("Timed");
    await moveClock("38 seconds");
    await answer(url, "approve");
    await moveClock("1 hour");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    const seconds = await secondsOf(id);
    expect(seconds).toBeGreaterThanOrEqual(38);
    expect(seconds).toBeLessThan(3600);
  });

  it("is null if only a credit proved the payment, or if the money arrived after an end", async () => {
    const credited = await start("Credited");
    await moveClock("20 seconds");
    const credit = async (id: string) => {
      const seen = { amountMinor: 2550n, currency: "EUR", source: "recon" } as const;
      const attemptId = await attemptOf(id);
      return underLocks(attemptId, (tx, request) => settleByCredit(tx, request, attemptId, seen));
    };
    expect(await credit(credited.id)).toBe("settled");
    expect(await secondsOf(credited.id)).toBeNull();
    const refused = await start("Refused");
    await answer(refused.url, "reject");
    expect(await credit(refused.id)).toBe("settled");
    expect(await secondsOf(refused.id)).toBeNull();
  });
});

describe("an action item", () => {
  it("is a late payment, for three days", async () => {
    await query(AGED, [(await db().paymentRequest.findFirstOrThrow({ where: { late: true } })).id]);
    const { late } = await actionItems();
    expect(late.map(({ paymentReference }) => paymentReference)).toEqual(["Refused"]);
  });

  it("is a payment that has been at its bank for more than an hour, and no other", async () => {
    const before = (await actionItems()).waiting.count;
    const { id } = await start("Waiting");
    expect((await actionItems()).waiting.count).toBe(before);
    await query("UPDATE payment_requests SET initiated_at = app_now() - interval '61 minutes' WHERE id = $1", [id]);
    expect((await actionItems()).waiting).toMatchObject({ count: before + 1, paymentRequestId: id });
  });

  it("is a returned payment or one with an exception, listed once", async () => {
    const { id, url } = await start("Returned");
    await answer(url, "approve");
    await moveClock("1 minute");
    await workDone();
    const attemptId = await attemptOf(id);
    const back = { returnedMinor: 50n, reason: "AC04", source: "recon" } as const;
    await underLocks(attemptId, (tx, request) => reversePayment(tx, request, attemptId, back));
    await query(AGED, [id]);
    expect((await actionItems()).returned.map(({ returned }) => returned)).toEqual([50n]);
    await query(
      `INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source, test)
         SELECT $1, 'disputed', id, $3, 'BLCK', 'poll', test FROM payment_requests WHERE id = $2`,
      [randomUUID(), id, attemptId],
    );
    const { marked, returned } = await actionItems();
    expect(marked.map(({ kind, paymentRequestId }) => [kind, paymentRequestId])).toEqual([["disputed", id]]);
    expect(returned).toEqual([]);
    const other = await newTenant();
    expect(await listPaymentActionItems(ctx, { merchantId: other.merchantId, test: true })).toEqual({
      marked: [],
      late: [],
      returned: [],
      waiting: { count: 0, oldest: null, paymentRequestId: null },
      more: null,
    });
  });

  it("is one of 20 of a kind at most, with the kind that has more", async () => {
    const { id } = await start("Disputed often");
    const add = (count: number) =>
      query(
        `INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source, test)
           SELECT gen_random_uuid(), 'protocol', $1, $2, gen_random_uuid()::text, 'poll', true FROM generate_series(1, $3::int)`,
        [id, attempt, count],
      );
    const attempt = await attemptOf(id);
    await add(20 - (await actionItems()).marked.length);
    expect(await actionItems()).toMatchObject({ marked: { length: 20 }, more: null });
    await add(1);
    expect(await actionItems()).toMatchObject({ marked: { length: 20 }, more: "needs_review" });
  });
});
