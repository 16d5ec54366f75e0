import { invalidField } from "./errors";
import { currencyExponent, fromDecimalString, MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR, toDecimalString } from "./money";

/**
 * An amount as people type it, in major units → minor units: `25.5`, `1250`, `1,250.00`. Commas only where they part
 * thousands: `25,50` could mean two things, and is refused. @throws AppError VALIDATION_ERROR on `amount`
 */
export function amountMinorOf(text: string, currency: string): number {
  const typed = text.trim();
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(typed) ? typed.replaceAll(",", "") : typed;
  const minor = /^\d/.test(plain) ? fromDecimalString(plain, currency) : null;
  if (minor === null) {
    const decimals = currencyExponent(currency);
    throw invalidField(
      "amount",
      decimals === 0
        ? "A whole number, such as 2500."
        : `Digits, and a dot before the ${decimals} decimals, such as 25.50.`,
    );
  }
  if (minor < MIN_AMOUNT_MINOR) throw invalidField("amount", "More than nothing.");
  if (minor > MAX_AMOUNT_MINOR) {
    const most = toDecimalString({ amountMinor: BigInt(MAX_AMOUNT_MINOR), currency });
    throw invalidField("amount", `At most ${most} ${currency}.`);
  }
  return Number(minor);
}
