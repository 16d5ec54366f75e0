import { describe, expect, it } from "vitest";
import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { newId } from "../lib/ids";
import { dateOf, dayOf } from "../lib/zone-days";
import { createMerchant } from "../merchants/create-merchant";
import { newPerson } from "../test/banks/account-access";
import { storyOfThisFile } from "../test/banks/payment-stories";
import { attemptOf, newEntry, statementsRead, taken } from "../test/banks/statements";
import { query } from "../test/database";
import { ctx } from "../test/rows/fixtures";
import { listBankTransactions, sumReceivedToday, sumUnmatched } from "./list-bank-transactions";
import { dismissEntry, matchEntry } from "./resolve-entry";

const story = storyOfThisFile();
const PAGE = { limit: 10 };
const NONE = { count: 0, orMore: false };
const NONES = { payment: NONE, returned: NONE, unmatched: NONE, dismissed: NONE, other: NONE };
const ONE = { count: 1, orMore: false };

describe("a merchant's bank transactions", () => {
  it("are listed newest first in pages, with the payment or the reason, without other merchants'", async () => {
    const { merchantId } = story.tenant;
    const { attended } = await newPerson(merchantId);
    const { id, token } = await story.newPayment();
    await story.press(token);
    const { accountId, endToEndId } = await attemptOf(id);
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    await taken(newEntry(accountId, { remittance: "Unknown payer", bookedAt: at(5) }));
    await taken(newEntry(accountId, { endToEndId, bookedAt: at(6) }));
    await taken(newEntry(accountId, { direction: "debit", remittance: "Rent", bookedAt: at(4) }));
    const { items, counts, older, newer } = await listBankTransactions(attended, { merchantId, ...PAGE });
    expect(counts).toEqual({ ...NONES, payment: ONE, unmatched: ONE, other: ONE });
    expect([older, newer]).toEqual([null, null]);
    expect(items).toMatchObject([
      { state: "matched", paymentId: id, paymentReference: "Order 3451", simulated: true, bankName: "Riverbank" },
      { state: "unmatched", problem: "no_payment", paymentId: null, remittance: "Unknown payer" },
      { state: "other", direction: "debit", paymentId: null },
    ]);
    expect(JSON.stringify(items, (_key, value) => (typeof value === "bigint" ? `${value}` : value))).not.toMatch(
      /[A-Z]{2}\d{20}/,
    );
    const first = await listBankTransactions(attended, { merchantId, limit: 2 });
    const second = await listBankTransactions(attended, { merchantId, limit: 2, cursor: first.older ?? "" });
    expect(second.items.map(({ remittance }) => remittance)).toEqual(["Rent"]);
    expect(second.older).toBeNull();
    const back = await listBankTransactions(attended, { merchantId, limit: 2, cursor: second.newer ?? "" });
    expect(back).toEqual(first);
    const unmatched = await listBankTransactions(attended, { merchantId, kind: "unmatched", ...PAGE });
    expect(unmatched.items.map(({ remittance }) => remittance)).toEqual(["Unknown payer"]);
    expect(await sumUnmatched(attended, { merchantId })).toEqual([{ currency: "EUR", count: 1, amountMinor: 2550n }]);
    const sized = (amount: string) =>
      listBankTransactions(attended, { merchantId, amountFrom: amount, amountTo: amount, ...PAGE });
    expect((await sized("25.50")).items).toHaveLength(3);
    // No currency has the amount.
    expect(await sized("25.505")).toMatchObject({ items: [], counts: NONES });
    const live = await listBankTransactions(attended, { merchantId, test: false, ...PAGE });
    expect([live.items, live.counts]).toEqual([[], NONES]);
    expect(await sumUnmatched(attended, { merchantId, test: false })).toEqual([]);

    const other = await newPerson((await createMerchant(ctx, { brandName: "Another" })).id);
    expect((await listBankTransactions(other.attended, PAGE)).items).toEqual([]);
    const foreign = listBankTransactions(other.attended, { merchantId, ...PAGE });
    await expect(foreign).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });
});

describe("the bank transactions of a day", () => {
  it.each(["Europe/Lisbon", "Atlantic/Azores", "America/Los_Angeles", "Pacific/Auckland"])(
    "of %s include a booking with its date and no time, and those with a time in it, and none of the days around it",
    async (timeZone) => {
      const { merchantId } = story.tenant;
      const { attended } = await newPerson(merchantId);
      const { id, token } = await story.newPayment();
      await story.press(token);
      const { accountId } = await attemptOf(id);
      await query("DELETE FROM statement_entries WHERE account_id = $1", [accountId]);
      const day = dayOf(timeZone, now());
      const date = dateOf(timeZone, now()).getTime();
      const booked = {
        before: date - 86_400_000,
        date,
        after: date + 86_400_000,
        "at the end before": day.from.getTime() - 1,
        "at the start": day.from.getTime() + 1,
        "at the end": day.to.getTime() - 1,
        "at the next start": day.to.getTime() + 1,
      };
      for (const [remittance, at] of Object.entries(booked))
        await taken(newEntry(accountId, { remittance, bookedAt: new Date(at) }));
      const of = { merchantId, from: day.from.toISOString(), to: day.to.toISOString(), ...PAGE };
      const { items, counts } = await listBankTransactions(attended, of);
      expect(items.map(({ remittance }) => remittance).sort()).toEqual(["at the end", "at the start", "date"]);
      expect(counts.unmatched.count).toBe(3);
    },
  );
});

describe("what a receiving account received today", () => {
  it("is the sum of today's credits of a statement that was fetched today, of one merchant and mode", async () => {
    const { merchantId } = story.tenant;
    const { id, token } = await story.newPayment();
    await story.press(token);
    const { accountId } = await attemptOf(id);
    await statementsRead();
    await query("DELETE FROM statement_entries WHERE account_id = $1", [accountId]);
    const today = dayOf("Europe/Lisbon", now());
    const before = new Date(today.from.getTime() - 1);
    const of = { merchantId, test: true, timeZone: "Europe/Lisbon" };
    const read = (at: Date | null) => query("UPDATE statement_fetches SET read_at = $2 WHERE id = $1", [accountId, at]);
    for (const [bookedAt, direction, amountMinor] of [
      [today.from, "credit", 2550n],
      [today.from, "credit", 100n],
      [before, "credit", 7n],
      [today.to, "credit", 9n],
      [today.from, "debit", 300n],
    ] as const)
      await taken(newEntry(accountId, { bookedAt, direction, amountMinor }));
    await read(now());
    const sums = await sumReceivedToday(ctx, of);
    expect(sums).toEqual([{ accountId, currency: "EUR", amountMinor: 2650n }]);
    await read(before);
    expect(await sumReceivedToday(ctx, of)).toEqual([{ accountId, currency: "EUR", amountMinor: null }]);
    await read(null);
    expect(await sumReceivedToday(ctx, of)).toEqual([{ accountId, currency: "EUR", amountMinor: null }]);
    expect(await sumReceivedToday(ctx, { ...of, test: false })).toEqual([]);
    const other = await newPerson((await createMerchant(ctx, { brandName: "Another" })).id);
    await expect(sumReceivedToday(other.attended, of)).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });

  it.each(["Atlantic/Azores", "America/Los_Angeles", "Pacific/Auckland"])(
    "includes a booking with today's date and no time in %s, and none of yesterday or tomorrow",
    async (timeZone) => {
      const { merchantId } = story.tenant;
      const { id, token } = await story.newPayment();
      await story.press(token);
      const { accountId } = await attemptOf(id);
      await query("DELETE FROM statement_entries WHERE account_id = $1", [accountId]);
      await query("UPDATE statement_fetches SET read_at = $2 WHERE id = $1", [accountId, now()]);
      const date = dateOf(timeZone, now());
      for (const [days, amountMinor] of [
        [-1, 7n],
        [0, 2550n],
        [1, 9n],
      ] as const)
        await taken(newEntry(accountId, { bookedAt: new Date(date.getTime() + days * 86_400_000), amountMinor }));
      const sums = await sumReceivedToday(ctx, { merchantId, test: true, timeZone });
      expect(sums).toEqual([{ accountId, currency: "EUR", amountMinor: 2550n }]);
    },
  );
});

describe("matching a transaction", () => {
  const decider = (attended: boolean, kind: "admin" | "merchant"): Ctx => {
    const actor = { kind: "user", id: newId(), ...(attended ? { attended: true as const } : {}) } as const;
    const common = { actor, scopes: [], testOnly: false };
    const { merchantId } = story.tenant;
    return { ...ctx, caller: kind === "admin" ? { kind, ...common } : { kind, merchantId, ...common } };
  };

  it("is allowed to an operator in the Console, and refused to merchants and tokens", async () => {
    const { id, token } = await story.newPayment();
    await story.press(token);
    const { accountId } = await attemptOf(id);
    const entry = await taken(newEntry(accountId, { remittance: "Unknown payer again" }));
    const decided = { id: entry.id, note: "The payer called" };
    for (const refused of [decider(true, "merchant"), decider(false, "admin")]) {
      await expect(dismissEntry(refused, decided)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await matchEntry(decider(true, "admin"), { ...decided, payment: id });
    const { merchantId } = story.tenant;
    const { attended } = await newPerson(merchantId);
    const { items } = await listBankTransactions(attended, { merchantId, ...PAGE });
    expect(items.find((movement) => movement.id === entry.id)).toMatchObject({
      state: "matched",
      paymentId: id,
      note: "The payer called",
    });
  });
});
