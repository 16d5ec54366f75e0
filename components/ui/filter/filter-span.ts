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

// As New payment link reads them (server/lib/money/amount-text.ts, which a test compares).
const GROUPED = /^\d{1,3}(?:(?:\s\d{3})+(?:\.\d+)?|(?:,\d{3})+\.\d+)$/;
const DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:[.\s]\d{3})+),\d{1,2}$/;

/** A typed amount in the form of the call: `1,250.00` and `1.250,00` are 1250.00. Null: not an amount, as `1,250`. */
export function readDecimal(text: string): string | null {
  const typed = text.trim();
  const plain = DECIMAL_COMMA.test(typed)
    ? typed.replace(/[.\s]/g, "").replace(",", ".")
    : typed.replace(GROUPED, (amount) => amount.replace(/[\s,]/g, ""));
  return DECIMAL.test(plain) ? plain : null;
}

/** Why a typed amount was refused. */
export function amountError(text: string): string {
  const form = "Enter an amount, e.g. 25.50";
  return /,\d{3}(?!\d)/.test(text) ? `This comma is ambiguous. ${form}` : form;
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

export type Span = Pick<AmountAndTime, "amountFrom" | "amountTo">;
type Typed = Record<"from" | "to", string>;

/** The typed bounds, each an amount or empty; or the errors of their fields. */
export function readBounds(typed: Typed): { span: Span } | { errors: Partial<Typed> } {
  const read = (text: string) => (text === "" ? undefined : readDecimal(text));
  const [from, to] = [read(typed.from), read(typed.to)];
  if (from === null || to === null)
    return {
      errors: {
        ...(from === null && { from: amountError(typed.from) }),
        ...(to === null && { to: amountError(typed.to) }),
      },
    };
  if (from !== undefined && to !== undefined && Number(from) > Number(to))
    return { errors: { from: "The minimum is above the maximum." } };
  return { span: { ...(from && { amountFrom: from }), ...(to && { amountTo: to }) } };
}
