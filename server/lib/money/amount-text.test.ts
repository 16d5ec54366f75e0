import fc from "fast-check";
import { expect, it } from "vitest";
import { amountMinorOf } from "./amount-text";
import { MAX_AMOUNT_MINOR, toDecimalString } from "./money";

it.each([
  ["25.50", "EUR", 2550],
  ["25.5", "EUR", 2550],
  ["25,50", "EUR", 2550],
  ["25,5", "KWD", 25_500],
  ["1.250,00", "EUR", 125_000],
  ["1 250,5", "EUR", 125_050],
  ["25", "EUR", 2500],
  [" 1,250.00 ", "GBP", 125_000],
  ["1000", "EUR", 100_000],
  ["1 000", "EUR", 100_000],
  ["1\u00a0000\u202f000.00", "EUR", 100_000_000],
  ["2500", "JPY", 2500],
  ["1.234", "KWD", 1234],
])("reads %s %s as %i minor units", (text, currency, minor) => {
  expect(amountMinorOf(text, currency)).toBe(minor);
});

it.each([
  ["", "EUR"],
  ["1,25.00", "EUR"],
  ["1,000", "EUR"],
  ["1,000,000", "EUR"],
  ["1,000", "JPY"],
  ["1.000", "EUR"],
  ["1.00,00", "EUR"],
  ["25,505", "EUR"],
  ["25,5", "JPY"],
  ["1 00", "EUR"],
  ["25.505", "EUR"],
  ["25.5", "JPY"],
  ["-1", "EUR"],
  ["0", "EUR"],
  ["1e3", "EUR"],
  ["1000000000.00", "EUR"],
])("refuses %j %s on its field", (text, currency) => {
  expect(() => amountMinorOf(text, currency)).toThrow(
    expect.objectContaining({
      code: "VALIDATION_ERROR",
      metadata: { errors: [expect.objectContaining({ field: "amount" })] },
    }),
  );
});

it("an amount with an ambiguous comma is refused with an example of the right form", () => {
  const message = "This comma is ambiguous. Enter an amount, e.g. 25.50";
  expect(() => amountMinorOf("1,000", "EUR")).toThrow(
    expect.objectContaining({ metadata: { errors: [expect.objectContaining({ message })] } }),
  );
});

it("an amount that is formatted can be parsed again", () => {
  const amount = fc.integer({ min: 1, max: MAX_AMOUNT_MINOR });
  fc.assert(
    fc.property(amount, fc.constantFrom("EUR", "JPY", "KWD"), (minor, currency) => {
      expect(amountMinorOf(toDecimalString({ amountMinor: BigInt(minor), currency }), currency)).toBe(minor);
    }),
  );
});
