import { describe, expect, it } from "vitest";
import { isAppError } from "@/server/lib/errors";
import { amountMinorOf } from "@/server/lib/money/amount-text";
import { toDecimalString } from "@/server/lib/money/money";
import { PAYMENT_FLAGS, PAYMENT_FLOWS, PAYMENT_STAGES } from "@/server/payments/queries/list-terms";
import { amountError, readBounds, readDecimal } from "../../ui/filter/filter-span";
import {
  FLAGS,
  FLOWS,
  noMatchText,
  type PaymentsFilter,
  paymentsPath,
  readPaymentsSearch,
  STAGES,
  saveHelp,
  setPaymentsParts,
  tooManyBanks,
} from "./payments-filter";

const FULL: PaymentsFilter = {
  stages: ["at_bank", "failed"],
  currency: ["EUR", "SEK"],
  amountFrom: "12",
  amountTo: "12.50",
  bankIds: ["01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12", "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13"],
  flow: "link",
  flag: "late",
  customer: "id: C-1 & more",
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-11-02T00:00:00.000Z",
  search: "Order 77 & more",
};

/** The query parameters that a server reads. */
function searchOf(path: string) {
  const search = new URL(path, "http://x").searchParams;
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
}

describe("the address of the list of payments", () => {
  it("carries each part of the filter, and all of them, there and back", () => {
    const parts = Object.entries(FULL).map(([name, value]) => ({ [name]: value }) as PaymentsFilter);
    for (const filter of [{}, FULL, ...parts]) {
      expect(readPaymentsSearch(searchOf(paymentsPath(filter))).filter).toEqual(filter);
    }
    expect(paymentsPath({})).toBe("/console/payments");
    expect(readPaymentsSearch(searchOf(paymentsPath(FULL, "b2xk"))).cursor).toBe("b2xk");
  });

  it("ignores values that are not valid", () => {
    const odd = {
      status: "paid",
      currency: "EURO",
      min: "-1",
      max: "1e3",
      bank: "12",
      channel: "post",
      flag: "x",
      customer: "C-1",
      from: "then",
      until: "+275760-09-13",
      q: "  ",
      at: "../..",
    };
    expect(readPaymentsSearch(odd)).toEqual({ filter: {} });
  });

  it("with more than 8 banks keeps the first 8, and names the limit", () => {
    const banks = Array.from({ length: 10 }, (_, n) => `01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a1${n}`);
    const [most, more] = [{ bank: [...banks.slice(0, 8), "x"] }, { bank: banks }];
    expect([most, more].map((search) => readPaymentsSearch(search).filter.bankIds)).toEqual([
      banks.slice(0, 8),
      banks.slice(0, 8),
    ]);
    expect([{}, most, more].map(tooManyBanks)).toEqual([
      null,
      null,
      "This address names 10 banks. A list can be filtered by at most 8.",
    ]);
  });

  it("has every stage, flow and flag of the call", () => {
    expect([STAGES, FLOWS, FLAGS]).toEqual([PAYMENT_STAGES, PAYMENT_FLOWS, PAYMENT_FLAGS]);
  });
});

it("each part that is set can be cleared, ranges as one", () => {
  const parts = setPaymentsParts(FULL);
  expect(parts).toHaveLength(9);
  for (const { rest } of parts) expect(Object.keys(rest).length).toBeLessThan(Object.keys(FULL).length);
  expect(setPaymentsParts({})).toEqual([]);
});

it("saving a view with dates says that they stay, and saving one with a search text that it goes", () => {
  const [dates, names] = ["The dates are saved as they are.", "Saves the filters without search text and customer."];
  const from = "2026-11-24T14:16:41.780Z";
  expect([{ from }, { to: from }].map(saveHelp)).toEqual(Array(2).fill(expect.stringContaining(dates)));
  expect(saveHelp({ from, search: "Vase" })).toMatch(new RegExp(`^${names} ${dates} Only you`));
  expect(saveHelp({ stages: ["failed"] })).toMatch(/^Only you see it/);
});

it("an amount of a filter is read or refused as in New payment link", () => {
  const inNewLink = (text: string) => {
    try {
      return toDecimalString({ amountMinor: BigInt(amountMinorOf(text, "EUR")), currency: "EUR" });
    } catch (error) {
      return isAppError(error) ? error.metadata?.errors?.[0]?.message : error;
    }
  };
  const read = ["25", " 25.50 ", "25,5", "1250", "1,250.00", "1.250,00", "1 250,5", "1,234,567.89"];
  expect(read.map((text) => Number(readDecimal(text)).toFixed(2))).toEqual(read.map(inNewLink));
  const refused = ["1,250", "25,505", "1,000,000", "1,25.00", "", "-1", "1e3", "٣"];
  expect(refused.map(readDecimal)).toEqual(refused.map(() => null));
  expect(refused.map(amountError)).toEqual(refused.map(inNewLink));
});

it("a wrong bound is refused at its own field", () => {
  const read = (from: string, to: string) => readBounds({ from, to });
  expect(read("12", "x")).toEqual({ errors: { to: amountError("x") } });
  expect(read("x", "y")).toEqual({ errors: { from: amountError("x"), to: amountError("y") } });
  expect(read("12,50", "12")).toEqual({ errors: { from: "The minimum is above the maximum." } });
  expect(read("", "")).toEqual({ span: {} });
  expect(read("2", "12,50")).toEqual({ span: { amountFrom: "2", amountTo: "12.50" } });
});

describe("a search without results", () => {
  it("names the search, the mode and the status", () => {
    expect(noMatchText({ search: "zzzzqq" }, true)).toContain("No test payment matches “zzzzqq”.");
    expect(noMatchText({ search: "zzzzqq", stages: ["failed", "expired"] }, false)).toContain(
      "No live payment matches “zzzzqq” with status Failed or Expired.",
    );
    expect(noMatchText({ bankIds: ["x"] }, true)).toBe("No test payment matches these filters.");
  });

  it("says what a search covers", () => {
    expect(noMatchText({ search: "Pinto" }, true)).toContain("Search covers name, e-mail, amount, the end of an IBAN");
  });
});
