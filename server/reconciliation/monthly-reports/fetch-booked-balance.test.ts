import { expect, it } from "vitest";
import { bookedBalanceIn } from "./fetch-booked-balance";

it("a booked balance has no credit line, in any order of the bank, and is unknown where the bank has no other", () => {
  const own = { type: "interimBooked", amountMinor: 100_000n, currency: "EUR", asOf: null };
  const credit = { ...own, amountMinor: 600_000n, withCredit: true } as const;
  expect([bookedBalanceIn([own, credit], "EUR"), bookedBalanceIn([credit, own], "EUR")]).toEqual([100_000n, 100_000n]);
  expect(bookedBalanceIn([credit], "EUR")).toBeNull();
});
