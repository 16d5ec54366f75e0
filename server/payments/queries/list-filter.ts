import { z } from "zod";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { amountAndTime, currencySpans } from "../../lib/money/currency-spans";
import type { PaymentFilter } from "./list-filter-store";
import { findCurrencies, findHits } from "./list-store";
import { PAYMENT_FLAGS, PAYMENT_FLOWS, PAYMENT_STAGES } from "./list-terms";

const MAX_SEARCH_LENGTH = 140;
/** A search with more matches is applied while the list is read: its matches are frequent. */
const MAX_HITS = 1_000;

/** The filter of a list of payments. Absent fields do not filter. */
export const paymentFilter = amountAndTime.extend({
  /** Test or live: never both. */
  test: z.boolean(),
  stage: z.enum(PAYMENT_STAGES).optional(),
  bankId: z.uuid().optional(),
  flow: z.enum(PAYMENT_FLOWS).optional(),
  flag: z.enum(PAYMENT_FLAGS).optional(),
  /** An id of anything of a payment, or the beginning of a reference, an order or a customer. */
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
    flag: input.flag ?? null,
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
    ids: isBroad ? null : hits,
    beginning: isBroad ? (input.search?.toLowerCase() ?? null) : null,
  };
}
