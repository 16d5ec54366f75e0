import { textOf, timeOf } from "./filter-address";
import { type Fields, fitting, type Parts } from "./filter-fields";

type Time = {
  /** ISO 8601, UTC: from the first moment on, and before the second. */
  from?: string;
  to?: string;
};
/** The filter of lists whose rows have an amount and a time. */
export type AmountAndTime = Time & {
  currency?: string;
  /** Major units. */
  amountFrom?: string;
  amountTo?: string;
};

const DECIMAL = /^\d{1,12}(\.\d{1,8})?$/;
/** A currency code, ISO 4217. */
export const CURRENCY = /^[A-Z]{3}$/;

/** A typed amount, with a comma or a dot, in the form of the call; null: not an amount. */
export function readDecimal(text: string): string | null {
  const plain = text.trim().replace(",", ".");
  return DECIMAL.test(plain) ? plain : null;
}

export const TIME_FIELDS: Fields<Time> = { from: ["from", timeOf], to: ["until", timeOf] };

export const SPAN_FIELDS: Fields<AmountAndTime> = {
  currency: [
    "currency",
    (search, param) => {
      const code = textOf(search, param)?.toUpperCase();
      return code !== undefined && CURRENCY.test(code) ? code : undefined;
    },
  ],
  amountFrom: ["min", fitting(DECIMAL)],
  amountTo: ["max", fitting(DECIMAL)],
  ...TIME_FIELDS,
};

export const SPAN_PARTS: Parts<AmountAndTime> = [
  ["amount", ["amountFrom", "amountTo"]],
  ["currency", ["currency"]],
  ["time", ["from", "to"]],
];
