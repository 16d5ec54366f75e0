import { invalidField } from "../errors";
import { currencyExponent, fromDecimalString, MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR, toDecimalString } from "./money";

const GROUPED_BY_SPACES = /^\d{1,3}(?:\s\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_COMMAS = /^\d{1,3}(?:,\d{3})+\.\d+$/;
/** Thousands have three digits, so a comma before one or two is a decimal comma: the only one on many phones' keyboards. */
const DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:[.\s]\d{3})+),\d{1,2}$/;
const AMBIGUOUS_COMMA = /,\d{3}(?!\d)/;

/**
 * An amount as users type it, in major units → minor units: `25.5`, `25,50`, `1250`, `1 250.00`, `1,250.00`, `1.250,00`.
 * Spaces may separate thousands. Commas may only if a decimal point follows, and points only before a decimal comma.
 * Refused: `1,000`, which is 1000 in some countries and 1 in others, and `1.000` in a currency of two decimals.
 * @throws AppError VALIDATION_ERROR on `amount`
 */
export function amountMinorOf(text: string, currency: string): number {
  const typed = text.trim();
  const plain = withDecimalPoint(typed);
  const decimals = currencyExponent(currency);
  const hasRoom = (plain.split(".")[1]?.length ?? 0) <= decimals;
  const minor = /^\d/.test(plain) && hasRoom ? fromDecimalString(plain, currency) : null;
  if (minor === null) {
    const form = `Enter an amount, e.g. ${decimals === 0 ? "2500" : `25.${"50".padEnd(decimals, "0")}`}`;
    throw invalidField("amount", AMBIGUOUS_COMMA.test(typed) ? `This comma is ambiguous. ${form}` : form);
  }
  if (minor < MIN_AMOUNT_MINOR) throw invalidField("amount", "Enter an amount greater than 0");
  if (minor > MAX_AMOUNT_MINOR) {
    const most = toDecimalString({ amountMinor: BigInt(MAX_AMOUNT_MINOR), currency });
    throw invalidField("amount", `At most ${most} ${currency}`);
  }
  return Number(minor);
}

/** The amount without its separators of thousands, and with a decimal point; else the text itself. */
function withDecimalPoint(typed: string): string {
  if (DECIMAL_COMMA.test(typed)) return typed.replace(/[.\s]/g, "").replace(",", ".");
  return GROUPED_BY_SPACES.test(typed) || GROUPED_BY_COMMAS.test(typed) ? typed.replace(/[\s,]/g, "") : typed;
}
