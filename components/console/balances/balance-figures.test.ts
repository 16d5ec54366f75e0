import { describe, expect, it } from "vitest";
import { addDecimals, figuresOf } from "./balance-figures";

describe("a sum", () => {
  it.each([
    ["0", "12.30", "12.30"],
    ["12.30", "-12.31", "-0.01"],
    ["-0.50", "0.50", "0.00"],
    ["1", "2", "3"],
    ["90071992547409.93", "0.01", "90071992547409.94"],
    ["1.005", "2.1", "3.105"],
  ])("of %s and %s is exactly %s", (a, b, sum) => expect(addDecimals(a, b)).toBe(sum));
});

describe("the figures", () => {
  const account = (id: string, currency: string, simulated = false) => ({ id, currency, simulated });

  it("never add currencies, nor simulated money to real money, and count the unknown beside the sum", () => {
    const accounts = [
      account("a", "EUR"),
      account("b", "EUR"),
      account("c", "EUR"),
      account("d", "EUR", true),
      account("e", "DKK"),
      account("f", "JPY"),
    ];
    const answers = new Map([
      ["a", { balance: "10.00" }],
      ["b", { balance: null }],
      ["d", { balance: "99.00" }],
      ["e", { balance: "0.00" }],
      ["f", { balance: null }],
    ]);
    expect(figuresOf(accounts, answers)).toEqual([
      { currency: "DKK", simulated: false, known: "0.00", accounts: 1, unknown: 0, asking: 0 },
      { currency: "EUR", simulated: false, known: "10.00", accounts: 3, unknown: 1, asking: 1 },
      { currency: "EUR", simulated: true, known: "99.00", accounts: 1, unknown: 0, asking: 0 },
      { currency: "JPY", simulated: false, known: null, accounts: 1, unknown: 1, asking: 0 },
    ]);
  });
});
