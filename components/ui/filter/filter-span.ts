import { type Search, textOf, timeOf, without } from "./filter-address";

/** The filter of lists whose rows have an amount and a time. */
export type AmountAndTime = {
  currency?: string;
  /** Major units. */
  amountFrom?: string;
  amountTo?: string;
  /** ISO 8601, UTC: from the first moment on, and before the second. */
  from?: string;
  to?: string;
};

const DECIMAL = /^\d{1,12}(\.\d{1,8})?$/;
/** A currency code, ISO 4217. */
export const CURRENCY = /^[A-Z]{3}$/;

/** A typed amount, with a comma or a dot, in the form of the call; null: not an amount. */
export function readDecimal(text: string): string | null {
  const plain = text.trim().replace(",", ".");
  return DECIMAL.test(plain) ? plain : null;
}

/** A text of the address, if it fits the pattern. */
export function fittingOf(search: Search, name: string, pattern: RegExp): string | undefined {
  const text = textOf(search, name);
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** The parts that are set. */
export function onlySet<T extends object>(parts: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}

/** Amount, currency and time of an address. Unknown values are ignored. */
export function readAmountAndTime(search: Search): AmountAndTime {
  const currency = textOf(search, "currency")?.toUpperCase();
  return onlySet<AmountAndTime>({
    currency: currency !== undefined && CURRENCY.test(currency) ? currency : undefined,
    amountFrom: fittingOf(search, "min", DECIMAL),
    amountTo: fittingOf(search, "max", DECIMAL),
    from: timeOf(search, "from"),
    to: timeOf(search, "until"),
  });
}

/** The search parameters of it: what `readAmountAndTime` reads. */
export function amountAndTimeSearch(filter: AmountAndTime): Record<string, string | undefined> {
  const { currency, amountFrom, amountTo, from, to } = filter;
  return { currency, min: amountFrom, max: amountTo, from, until: to };
}

/** The parts of a filter that can be cleared, each with its label. */
type Parts<F> = [words: string, names: (keyof F)[]][];

export const SPAN_PARTS: Parts<AmountAndTime> = [
  ["amount", ["amountFrom", "amountTo"]],
  ["currency", ["currency"]],
  ["time", ["from", "to"]],
];

/** The parts that are set, each with its label and the filter without it. */
export function setPartsOf<F extends object>(filter: F, parts: Parts<F>): { words: string; rest: F }[] {
  return parts
    .filter(([, names]) => names.some((name) => filter[name] !== undefined))
    .map(([words, names]) => ({ words, rest: without(filter, ...names) }));
}

export const SPAN_NAMES = ["currency", "amountFrom", "amountTo", "from", "to"] as const;
