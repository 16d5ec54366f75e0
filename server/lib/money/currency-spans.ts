import { z } from "zod";
import { inMode, type MerchantMode, Prisma } from "../db";
import { invalidField } from "../errors";
import { distinctStepsSql } from "../keyset";
import { currencyExponent, fromDecimalString } from "./money";

/** A currency filter with its range of amounts (minor units, both ends included; null: any). */
export type CurrencySpan = { currency: string; atLeast: bigint | null; atMost: bigint | null };

const MAX_DECIMAL_LENGTH = 24;

/** The largest PostgreSQL bigint. */
const GREATEST = 2n ** 63n - 1n;

const decimal = z
  .string()
  .max(MAX_DECIMAL_LENGTH)
  .regex(/^\d{1,12}(\.\d{1,8})?$/, "an amount as 25 or 25.50");

/** A currency of a filter; an unused one matches no rows. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, "three capital letters (ISO 4217)");

/** The filter of Console lists by amount and time. Omitted fields don't filter. */
export const amountAndTime = z.object({
  currency: currencyCode.optional(),
  /** Major units, both ends included; for all currencies where none is named. */
  amountFrom: decimal.optional(),
  amountTo: decimal.optional(),
  /** `from`: at or after; `to`: before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});

export type AmountAndTime = z.output<typeof amountAndTime>;

/**
 * The requested currencies of `used`, each with its range in its own minor units; currencies with an empty range are
 * left out. @throws AppError VALIDATION_ERROR where the first amount is larger than the second
 */
export function currencySpans(
  used: readonly string[],
  input: Omit<AmountAndTime, "currency"> & { currency?: string | readonly string[] | undefined },
): CurrencySpan[] {
  const { amountFrom, amountTo } = input;
  const wanted = [input.currency ?? []].flat();
  if (amountFrom !== undefined && amountTo !== undefined && Number(amountFrom) > Number(amountTo)) {
    throw invalidField("amountTo", "must not be less than the lower amount");
  }
  return used
    .filter((code) => wanted.length === 0 || wanted.includes(code))
    .flatMap((code) => {
      const atLeast = amountFrom === undefined ? null : minorOf(amountFrom, code, Math.ceil);
      const atMost = amountTo === undefined ? null : minorOf(amountTo, code, Math.floor);
      return atLeast !== null && atMost !== null && atLeast > atMost ? [] : [{ currency: code, atLeast, atMost }];
    });
}

/** Minor units. Digits that the currency doesn't have are rounded into the range: there is no half yen. */
function minorOf(text: string, code: string, round: (minor: number) => number): bigint {
  return fromDecimalString(text, code) ?? BigInt(round(Number(text) * 10 ** currencyExponent(code)));
}

/** Whether the filter is one amount and not a range: an index finds it directly. */
export function isExactAmount(spans: readonly CurrencySpan[]): boolean {
  return spans.length > 0 && spans.every(({ atLeast, atMost }) => atLeast !== null && atLeast === atMost);
}

/** Whether the filter accepts any amount. */
export function isAnyAmount(spans: readonly CurrencySpan[]): boolean {
  return spans.every(({ atLeast, atMost }) => atLeast === null && atMost === null);
}

/** SQL of the spans as a table `c (currency, at_least, at_most)`. */
export function spansSql(spans: readonly CurrencySpan[]): Prisma.Sql {
  const codes = spans.map(({ currency }) => currency);
  const least = spans.map(({ atLeast }) => String(atLeast ?? 0n));
  const most = spans.map(({ atMost }) => String(atMost ?? GREATEST));
  return Prisma.sql`unnest(${codes}::text[], ${least}::text[]::bigint[], ${most}::text[]::bigint[])
    AS c(currency, at_least, at_most)`;
}

/** SQL of the currencies that a merchant's rows of a table have; its index begins with `merchant_id`, `test`, `currency`. */
export function currencyStepsSql(table: "payment_links" | "payment_requests", of: MerchantMode): Prisma.Sql {
  return distinctStepsSql("currency", table, inMode(of));
}
