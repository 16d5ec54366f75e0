import { expect, it } from "vitest";
import { planPayments } from "./plan-payments";
import { statementRows } from "./statement-rows";
import { storyOf } from "./story-of";

/** 05:30 on a Monday is the time of the transfers. */
const MONDAY = new Date("2026-11-30T05:30:00Z");

it("each account's balance is transferred on the last Monday, also where nothing was booked since", () => {
  const now = new Date(MONDAY.getTime() + 60_000);
  const sampled = planPayments(now).map((payment) => ({ payment, story: storyOf(payment, now) }));
  const accountOf = (merchantId: string, currency: string) => {
    const id = `${merchantId} ${currency}`;
    return { id, iban: id, holderName: "Merchant" };
  };
  const balances = new Map<unknown, number>();
  for (const { account_id: id, direction, amount, booked_at } of statementRows(sampled, accountOf, now)) {
    if ((booked_at as Date) > MONDAY) continue;
    balances.set(id, (balances.get(id) ?? 0) + (direction === "credit" ? Number(amount) : -Number(amount)));
  }
  expect(balances.size).toBeGreaterThan(3);
  expect([...balances].filter(([, minor]) => minor > 0)).toEqual([]);
});

it("the attempts of a payment with a second debit are at two banks", () => {
  const now = new Date("2026-12-05T12:00:00Z");
  const stories = planPayments(now).map((payment) => storyOf(payment, now).attempts.map(({ bank }) => bank.id));
  const changed = stories.filter(({ length }) => length > 1);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.filter((banks) => new Set(banks).size < banks.length)).toEqual([]);
});
