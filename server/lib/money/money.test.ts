import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currencyExponent, fromDecimalString, isCurrency, moneyText, toDecimalString } from "./money";

describe("decimal strings", () => {
  it.each([
    [2550n, "EUR", "25.50"],
    [1n, "EUR", "0.01"],
    [-5n, "GBP", "-0.05"],
    [2550n, "JPY", "2550"],
    [2550n, "KWD", "2.550"],
    [0n, "ISK", "0"],
    [99_999_999_999n, "HUF", "999999999.99"],
  ])("%s minor units of %s are %s", (amountMinor, currency, text) => {
    expect(toDecimalString({ amountMinor, currency })).toBe(text);
    expect(fromDecimalString(text, currency)).toBe(amountMinor);
  });

  it.each([
    [149_950n, "HUF", "hu", /^1499,50.Ft$/],
    [149_950n, "HUF", "en", /^HUF.1,499\.50$/],
    [7_450n, "EUR", "en", /^€74\.50$/],
    [2_550n, "JPY", "en", /^¥2,550$/],
    [2_550n, "ISK", "en", /^ISK.2,550$/],
    [99_999_999_999n, "KWD", "en", /^KWD.99,999,999\.999$/],
  ])("%s minor units of %s for people (%s) have all decimals", (amountMinor, currency, locale, text) => {
    expect(moneyText({ amountMinor, currency }, locale)).toMatch(text);
  });

  it("round-trip for every amount and every number of decimals", () => {
    const currency = fc.constantFrom("EUR", "JPY", "KWD", "CLF");
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), currency, (amountMinor, code) => {
        expect(fromDecimalString(toDecimalString({ amountMinor, currency: code }), code)).toBe(amountMinor);
      }),
    );
  });

  it.each(["", "1,50", "1.505", "abc", "1e3", "0x10", "1.", ".5", "--1", "1 000"])(
    "%j is refused as an amount of EUR",
    (text) => {
      expect(fromDecimalString(text, "EUR")).toBeNull();
    },
  );

  it("accept extra zeros and fewer decimals", () => {
    expect([fromDecimalString("1.500", "EUR"), fromDecimalString("1.5", "EUR"), fromDecimalString("1", "EUR")]).toEqual(
      [150n, 150n, 100n],
    );
  });
});

describe("currencies", () => {
  it("are ISO 4217's, in any case", () => {
    expect(["EUR", "gbp", "ISK", "XCG", "ZZZ", "BTC", "EU", "XXX"].map(isCurrency)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("have the decimals of ISO 4217", () => {
    expect(["EUR", "ISK", "HUF", "CZK", "BHD"].map(currencyExponent)).toEqual([2, 0, 2, 2, 3]);
  });
});
