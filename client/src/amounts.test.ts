import { describe, expect, it } from "vitest";
import { currencyExponent, toDecimalString } from "../../server/lib/money/money";
import { amountOf, decimalOf, minorUnits } from "./amounts.js";

describe("minor units of a decimal", () => {
  it.each([
    ["100.00", "EUR", 10_000],
    ["25.5", "EUR", 2550],
    ["25", "EUR", 2500],
    ["-0.05", "GBP", -5],
    ["-0.00", "GBP", 0],
    ["25.500", "EUR", 2550],
    ["1500", "JPY", 1500],
    ["1500", "ISK", 1500],
    ["1.234", "KWD", 1234],
    // Intl gives it no decimals, because prices are shown without.
    ["100.00", "HUF", 10_000],
    ["999999999.99", "EUR", 99_999_999_999],
  ])("of %s %s are %d", (decimal, currency, minor) => expect(minorUnits(decimal, currency)).toBe(minor));

  it.each(["25.505", "", ".5", "5.", "1,50", "1e3", " 1", "EUR 1", "99999999999999999.99"])("refuses %j", (decimal) =>
    expect(() => minorUnits(decimal, "EUR")).toThrow(RangeError),
  );

  it("refuses a number, and what is no currency code", () => {
    expect(() => minorUnits(25.5 as unknown as string, "EUR")).toThrow(TypeError);
    for (const currency of ["eur", "EURO", ""]) expect(() => minorUnits("1", currency)).toThrow(RangeError);
    expect(() => decimalOf(25.5, "EUR")).toThrow(RangeError);
  });

  it("are equal to the product's for every currency, in both directions", () => {
    for (const currency of ["EUR", "GBP", "HUF", "CZK", "JPY", "KWD", "CLF", "IQD", "RSD"]) {
      for (const minor of [0, 1, 99, 2550, 99_999_999_999, -7]) {
        const decimal = toDecimalString({ amountMinor: BigInt(minor), currency });
        expect([decimalOf(minor, currency), minorUnits(decimal, currency)]).toEqual([decimal, minor]);
      }
      expect(decimalOf(0, currency).split(".")[1]?.length ?? 0).toBe(currencyExponent(currency));
    }
  });
});

describe("the amount", () => {
  it("is the same from each of the API's three shapes", () => {
    const shapes = [
      { amount: 2550, currency: "EUR" },
      { amount: "2550", currency: "EUR" },
      { balance: "25.50", currency: "EUR" },
    ];
    expect(shapes.map((shape) => amountOf(shape as { amount: number; currency: string }))).toEqual(
      Array(3).fill({ minor: 2550, currency: "EUR" }),
    );
  });

  it("of an unknown balance is null, which is not zero", () => {
    expect(amountOf({ balance: null, currency: "EUR" })).toBeNull();
    expect(amountOf({ balance: "0.00", currency: "EUR" })).toEqual({ minor: 0, currency: "EUR" });
  });

  it.each([25.5, "25.50", "", Number.NaN])("refuses the amount %j", (amount) =>
    expect(() => amountOf({ amount, currency: "EUR" })).toThrow(RangeError),
  );
});
