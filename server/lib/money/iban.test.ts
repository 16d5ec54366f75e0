import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fictitiousIban, formatIban, isIban, leadingIbanLength, makeIban, maskIban } from "./iban";

describe("IBANs", () => {
  it("of the registry's examples are accepted with and without spaces", () => {
    for (const iban of [
      "DE89 3704 0044 0532 0130 00",
      "gb29nwbk60161331926819",
      "PT50000201231234567890154",
      "MT84MALT011000012345MTLCAST001S",
    ]) {
      expect(isIban(iban)).toBe(true);
    }
  });

  it("with one changed digit are refused", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const iban = "DE89370400440532013000";
        const char = iban[at] ?? "";
        if (!/\d/.test(char)) return;
        expect(isIban(iban.slice(0, at) + ((Number(char) + by) % 10) + iban.slice(at + 1))).toBe(false);
      }),
    );
  });

  it("that are generated have valid check digits", () => {
    expect(makeIban("DE", "370400440532013000")).toBe("DE89370400440532013000");
    expect(makeIban("GB", "NWBK60161331926819")).toBe("GB29NWBK60161331926819");
  });

  it("at the start of a text are found with their length, the longest one", () => {
    const longest = (text: string) => {
      const lengths = Array.from({ length: 20 }, (_, index) => 34 - index);
      return lengths.find((length) => length <= text.length && isIban(text.slice(0, length))) ?? 0;
    };
    expect(leadingIbanLength("pt50000201231234567890154")).toBe(25);
    expect(leadingIbanLength("PT5000020123")).toBe(0);
    const ends = fc.stringMatching(/^[a-zA-Z\d]{0,24}$/);
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z\d]{11,20}$/), ends, (bban, end) => {
        const text = makeIban("NO", bban) + end;
        expect(leadingIbanLength(text)).toBeGreaterThanOrEqual(4 + bban.length);
        expect(leadingIbanLength(text)).toBe(longest(text));
        expect(leadingIbanLength(end)).toBe(longest(end));
      }),
    );
  });

  it("that are fictitious are valid, stable, and use an unassigned bank code", () => {
    fc.assert(
      fc.property(fc.constantFrom("EUR", "GBP", "SEK"), fc.string(), (currency, seed) => {
        const iban = fictitiousIban(currency, seed);
        expect(isIban(iban)).toBe(true);
        expect(iban).toMatch(/^(DE\d\d0{8}\d{10}|GB\d\dSIMB000000\d{8})$/);
        expect(fictitiousIban(currency, seed)).toBe(iban);
      }),
    );
  });

  it("are formatted in groups or masked", () => {
    expect(formatIban("DE89370400440532013000")).toBe("DE89 3704 0044 0532 0130 00");
    expect(maskIban("DE89370400440532013000")).toBe("•••• 3000");
  });
});
