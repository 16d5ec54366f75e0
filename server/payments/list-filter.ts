import { z } from "zod";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { invalidField } from "../lib/errors";
import { currencyExponent, fromDecimalString } from "../lib/money";
import type { CurrencyShelf, PaymentFilter } from "./list-filter-store";
import { findCurrencies, findHits } from "./list-store";
import { PAYMENT_FLOWS, PAYMENT_MARKS, PAYMENT_STAGES } from "./list-terms";

const MAX_SEARCH_LENGTH = 140;
const MAX_DECIMAL_LENGTH = 24;
/** A search that finds more is not looked up first: what it finds is common, so the list itself soon comes to it. */
const MAX_HITS = 1_000;

const decimal = z
  .string()
  .max(MAX_DECIMAL_LENGTH)
  .regex(/^\d{1,12}(\.\d{1,8})?$/, "an amount as 25 or 25.50");

/** Which payments are asked for, in the words of the Console's address. What is left out does not narrow. */
export const paymentFilter = z.object({
  /** Tests, or what moves money: never both. */
  test: z.boolean(),
  stage: z.enum(PAYMENT_STAGES).optional(),
  /** One that no payment has finds nothing. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "three capital letters (ISO 4217)")
    .optional(),
  /** Major units, both included; of every currency where none is named. */
  amountFrom: decimal.optional(),
  amountTo: decimal.optional(),
  bankId: z.uuid().optional(),
  flow: z.enum(PAYMENT_FLOWS).optional(),
  mark: z.enum(PAYMENT_MARKS).optional(),
  /** Created at or after; before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** An id of anything that belongs to a payment, or the beginning of a reference, an order or a customer. */
  search: z.string().trim().min(1).max(MAX_SEARCH_LENGTH).optional(),
});

export type PaymentFilterInput = z.output<typeof paymentFilter>;

/** The filter for the store. @throws AppError VALIDATION_ERROR for amounts of which the first is the larger */
export async function readFilter(ctx: Ctx, merchantId: string, input: PaymentFilterInput): Promise<PaymentFilter> {
  const of = { merchantId, test: input.test || ctx.caller.testOnly };
  const hits = input.search === undefined ? null : await findHits(dbOf(ctx), of, input.search, MAX_HITS + 1);
  const isBroad = hits !== null && hits.length > MAX_HITS;
  const used = await findCurrencies(dbOf(ctx), of);
  const wanted = input.currency === undefined ? used : used.filter((code) => code === input.currency);
  return {
    ...of,
    currencies: wanted.flatMap((code) => shelfOf(code, input)),
    flows: input.flow ? [input.flow] : PAYMENT_FLOWS,
    bankId: input.bankId ?? null,
    mark: input.mark ?? null,
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
    ids: isBroad ? null : hits,
    beginning: isBroad ? (input.search?.toLowerCase() ?? null) : null,
  };
}

/** The amounts that are asked for, in a currency's minor units; nothing where no amount of it lies between. */
function shelfOf(code: string, { amountFrom, amountTo }: PaymentFilterInput): CurrencyShelf[] {
  if (amountFrom !== undefined && amountTo !== undefined && Number(amountFrom) > Number(amountTo)) {
    throw invalidField("amountTo", "must not be less than the first");
  }
  const atLeast = amountFrom === undefined ? null : minorOf(amountFrom, code, Math.ceil);
  const atMost = amountTo === undefined ? null : minorOf(amountTo, code, Math.floor);
  return atLeast !== null && atMost !== null && atLeast > atMost ? [] : [{ currency: code, atLeast, atMost }];
}

/** Minor units. A part that the currency does not have is rounded into the span: half a yen is none. */
function minorOf(text: string, code: string, round: (minor: number) => number): bigint {
  return fromDecimalString(text, code) ?? BigInt(round(Number(text) * 10 ** currencyExponent(code)));
}
