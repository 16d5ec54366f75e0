import { z } from "zod";
import type { Ctx } from "../lib/context";
import { amountAndTime, currencySpans } from "../lib/currency-spans";
import { dbOf } from "../lib/db";
import type { PaymentFilter } from "./list-filter-store";
import { findCurrencies, findHits } from "./list-store";
import { PAYMENT_FLOWS, PAYMENT_MARKS, PAYMENT_STAGES } from "./list-terms";

const MAX_SEARCH_LENGTH = 140;
/** A search that finds more is not looked up first: what it finds is common, so the list itself soon comes to it. */
const MAX_HITS = 1_000;

/** Which payments are asked for, in the words of the Console's address. What is left out does not narrow. */
export const paymentFilter = amountAndTime.extend({
  /** Tests, or what moves money: never both. */
  test: z.boolean(),
  stage: z.enum(PAYMENT_STAGES).optional(),
  bankId: z.uuid().optional(),
  flow: z.enum(PAYMENT_FLOWS).optional(),
  mark: z.enum(PAYMENT_MARKS).optional(),
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
  return {
    ...of,
    currencies: currencySpans(used, input),
    flows: input.flow ? [input.flow] : PAYMENT_FLOWS,
    bankId: input.bankId ?? null,
    mark: input.mark ?? null,
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
    ids: isBroad ? null : hits,
    beginning: isBroad ? (input.search?.toLowerCase() ?? null) : null,
  };
}
