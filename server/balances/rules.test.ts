import { describe, expect, it } from "vitest";
import { pickBalance } from "./rules";

const balance = (type: string, amountMinor: bigint, currency = "EUR", asOf: string | null = null) => ({
  type,
  amountMinor,
  currency,
  asOf,
});

describe("the balance to show", () => {
  it.each([
    [["closingBooked", "expected", "interimAvailable"], "interimAvailable"],
    [["closingBooked", "expected"], "expected"],
    [["openingBooked", "closingBooked"], "closingBooked"],
    [["ClosingBooked", "Expected", "InterimAvailable"], "InterimAvailable"],
    [["InterimBooked", "ClosingBooked"], "InterimBooked"],
    [["CLBD", "XPCD", "ITAV"], "ITAV"],
    [["CLBD", "ITBD"], "ITBD"],
    [["InterimBooked", "ClosingAvailable"], "ClosingAvailable"],
  ])("of %j is %s", (types, wanted) => {
    const picked = pickBalance(
      types.map((type, at) => balance(type, BigInt(at))),
      "EUR",
    );
    expect(picked).toMatchObject({ ok: true, balance: { type: wanted } });
  });

  it("is the latest of several of one type, and may be negative", () => {
    const old = balance("expected", 100n, "EUR", "2026-11-20T10:00:00Z");
    const late = balance("expected", -7n, "EUR", "2026-11-21T09:00:00+01:00");
    for (const given of [
      [old, late],
      [late, balance("expected", 5n), old],
    ])
      expect(pickBalance(given, "EUR")).toEqual({ ok: true, balance: late });
  });

  it("has no credit line where the bank has both, in any order; control: it is shown where there is no other", () => {
    const own = balance("interimAvailable", 100_000n);
    const credit = {
      ...balance("interimAvailable", 600_000n, "EUR", "2026-11-21T10:00:00Z"),
      withCredit: true,
    } as const;
    for (const given of [
      [own, credit],
      [credit, own],
    ])
      expect(pickBalance(given, "EUR")).toEqual({ ok: true, balance: own });
    expect(pickBalance([credit], "EUR")).toEqual({ ok: true, balance: credit });
  });

  it.each([
    ["no-balance", []],
    ["no-balance", [balance("openingBooked", 1n), balance("forwardAvailable", 2n), balance("XXXX", 3n)]],
    ["other-currency", [balance("interimAvailable", 1n, "USD")]],
    ["no-balance", [balance("interimAvailable", 1n, "USD"), balance("nonInvoiced", 2n)]],
  ] as const)("is none, because of %s, and never zero", (reason, given) => {
    expect(pickBalance(given, "EUR")).toEqual({ ok: false, reason });
  });
});
