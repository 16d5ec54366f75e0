import { DECIMALS } from "./generated/decimals.js";

/** An amount in minor units: `{ minor: 2550, currency: "EUR" }` is 25.50 euros. */
export type Amount = { minor: number; currency: string };

/**
 * The minor units of a decimal in major units, as the API's requests take them: `minorUnits("25.50", "EUR")` is 2550,
 * `minorUnits("1500", "JPY")` is 1500. Takes the `balance` of an account, and prices as text; a number is refused, because
 * 0.1 + 0.2 is not 0.3.
 * @throws TypeError for another type; RangeError for what is no exact amount of the currency
 */
export function minorUnits(decimal: string, currency: string): number {
  if (typeof decimal !== "string")
    throw new TypeError(`A decimal must be a string such as "25.50", not a ${typeof decimal}.`);
  const decimals = decimalsOf(currency);
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  const isExact = whole !== "" && !/[1-9]/.test(fraction.slice(decimals)) && Number.isSafeInteger(minor);
  if (!isExact)
    throw new RangeError(
      `${JSON.stringify(decimal)} is not an amount in ${currency}: use digits, with at most ${decimals} decimals.`,
    );
  return sign === "-" && minor !== 0 ? -minor : minor;
}

/** The reverse, with as many decimals as the currency has: `decimalOf(2550, "EUR")` is `"25.50"`. @throws RangeError */
export function decimalOf(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole number of minor units.`);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return sign + (decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
}

/**
 * The amount of anything that the API returns with a currency: an integer (payment links), a text of minor units (the status
 * and events), or a decimal `balance`. Null for a balance that is unknown.
 * @throws RangeError for what is no amount
 */
export function amountOf(given: { currency: string } & ({ amount: number | string } | { balance: string })): Amount;
export function amountOf(given: { currency: string; balance: string | null }): Amount | null;
export function amountOf(
  given: { currency: string } & ({ amount: number | string } | { balance: string | null }),
): Amount | null {
  const { currency } = given;
  if ("balance" in given)
    return given.balance === null ? null : { minor: minorUnits(given.balance, currency), currency };
  const { amount } = given;
  const minor = typeof amount === "string" && /^-?\d+$/.test(amount) ? Number(amount) : amount;
  if (typeof minor !== "number" || !Number.isSafeInteger(minor))
    throw new RangeError(`${JSON.stringify(amount)} is not a whole number of minor units.`);
  return { minor, currency };
}

/** From the API's document: Intl has the decimals of prices as they are shown, 0 for HUF, whose minor unit is 1/100. */
function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency))
    throw new RangeError(`${JSON.stringify(currency)} is not a currency code: use three capital letters.`);
  return DECIMALS[currency] ?? DECIMALS["default"] ?? 2;
}
