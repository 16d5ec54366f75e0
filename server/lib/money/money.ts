/** An amount in minor units of an ISO 4217 currency. */
export type Money = { amountMinor: bigint; currency: string };

export const MIN_AMOUNT_MINOR = 1;
export const MAX_AMOUNT_MINOR = 99_999_999_999;

/**
 * Minor-unit digits of every current ISO 4217 currency with other than two (list one, amendment 177). Intl is not
 * usable: CLDR's digits are for display and differ (ISK, HUF, and others).
 */
export const EXPONENTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0]),
  ),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

const TWO_DIGIT_CURRENCIES =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP " +
  "COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR " +
  "JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN " +
  "NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL " +
  "THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG";

const CURRENCIES = new Set([...TWO_DIGIT_CURRENCIES.split(" "), ...Object.keys(EXPONENTS)]);

/** Whether the three letters, in any case, are a current ISO 4217 currency with minor units. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code.toUpperCase());
}

/** The number of decimals of the currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** Major units with a decimal point: `{2550n, "EUR"}` → `"25.50"`. */
export function toDecimalString({ amountMinor, currency }: Money): string {
  const exponent = currencyExponent(currency);
  const sign = amountMinor < 0n ? "-" : "";
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(exponent + 1, "0");
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** With the amount as decimal text, with the currency's number of decimals. */
export function withDecimal<T extends { amount: number; currency: string }>(row: T): T & { decimal: string } {
  return { ...row, decimal: toDecimalString({ amountMinor: BigInt(row.amount), currency: row.currency }) };
}

/** For people, in a language (BCP 47), with all decimals of the currency: `{7450n, "EUR"}`, `en` → `€74.50`. */
export function moneyText(money: Money, locale: string): string {
  const digits = currencyExponent(money.currency);
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: money.currency, ...decimals });
  return format.format(toDecimalString(money) as Intl.StringNumericLiteral);
}

/** The reverse of toDecimalString; accepts missing and extra zero decimals. `null`: not an exact amount. */
export function fromDecimalString(text: string, currency: string): bigint | null {
  const match = /^([+-]?)(\d{1,18})(?:\.(\d{1,8}))?$/.exec(text.trim());
  if (!match) return null;
  const exponent = currencyExponent(currency);
  const fraction = match[3] ?? "";
  if (/[1-9]/.test(fraction.slice(exponent))) return null;
  const minor = BigInt((match[2] ?? "") + fraction.slice(0, exponent).padEnd(exponent, "0"));
  return match[1] === "-" ? -minor : minor;
}
