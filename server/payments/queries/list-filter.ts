import { z } from "zod";
import type { Ctx } from "../../lib/context";
import { dbOf, type MerchantMode } from "../../lib/db";
import { uuid } from "../../lib/ids";
import {
  amountAndTime,
  type CurrencySpan,
  currencyCode,
  currencySpans,
  isAnyAmount,
  isExactAmount,
} from "../../lib/money/currency-spans";
import { fromDecimalString } from "../../lib/money/money";
import type { PaymentFilter, ResolvedTerm } from "./list-filter-store";
import {
  commonHitsSql,
  findCurrencies,
  findHits,
  findUsedBanks,
  idHitsSql,
  recentHitsSql,
  spanHitsSql,
  termHitsSql,
} from "./list-store";
import { PAYMENT_FLAGS, PAYMENT_FLOWS, PAYMENT_STAGES } from "./list-terms";
import { type SearchTerm, searchTerms } from "./search-terms";

const MAX_SEARCH_LENGTH = 140;
const MAX_CUSTOMER_LENGTH = 300;
/** A term with more candidates doesn't narrow the list: the list is read instead, where its matches are frequent. */
export const MAX_HITS = 2_000;
/** With so many matches among the newest MAX_HITS payments, a page of the list is full soon. */
const ENOUGH_RECENT = 50;
/** Each bank of a filter multiplies the index partitions that a page reads. */
const MAX_BANKS_CHOSEN = 8;
const MAX_CURRENCIES_CHOSEN = 20;
/** Limit of the merchant's banks. */
const MAX_BANKS = 300;

/** The filter of a list of payments. Absent and empty fields do not filter; of several values one has to match. */
export const paymentFilter = amountAndTime.extend({
  /** Test or live: never both. */
  test: z.boolean(),
  stages: z.array(z.enum(PAYMENT_STAGES)).max(PAYMENT_STAGES.length).optional(),
  bankIds: z.array(uuid).max(MAX_BANKS_CHOSEN).optional(),
  currency: z.array(currencyCode).max(MAX_CURRENCIES_CHOSEN).optional(),
  flow: z.enum(PAYMENT_FLOWS).optional(),
  flag: z.enum(PAYMENT_FLAGS).optional(),
  /** As in `CustomerOwner`: `id:` and the merchant's own id, or `mail:` and the address. */
  customer: z.string().min(1).max(MAX_CUSTOMER_LENGTH).optional(),
  /** Words of a reference, an order, a customer or a bank; an amount; the end of an IBAN; or an id of anything of it. */
  search: z.string().trim().min(1).max(MAX_SEARCH_LENGTH).optional(),
});

export type PaymentFilterInput = z.output<typeof paymentFilter>;

/** The filter for the store. @throws AppError VALIDATION_ERROR for amounts of which the first is the larger */
export async function readFilter(ctx: Ctx, merchantId: string, input: PaymentFilterInput): Promise<PaymentFilter> {
  const of = { merchantId, test: input.test || ctx.caller.testOnly };
  const used = await findCurrencies(dbOf(ctx), "payment_requests", of);
  const currencies = currencySpans(used, input);
  return {
    ...of,
    currencies,
    flows: input.flow ? [input.flow] : PAYMENT_FLOWS,
    bankIds: [...new Set(input.bankIds)],
    flag: input.flag ?? null,
    customer: input.customer ?? null,
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
    ...(input.search === undefined
      ? { ids: await inNarrowSpan(ctx, of, currencies), terms: [] }
      : await searched(ctx, of, input.search, used)),
  };
}

/**
 * The payments of amounts from one to another, if they are few: the list would be read to its end to find a page of them.
 * Null for a span that many payments are in, for one amount, which has partitions of its own, and for any amount.
 */
async function inNarrowSpan(ctx: Ctx, of: MerchantMode, spans: readonly CurrencySpan[]): Promise<string[] | null> {
  if (isAnyAmount(spans) || isExactAmount(spans)) return null;
  const hits = await findHits(dbOf(ctx), spanHitsSql(of, spans, MAX_HITS + 1));
  return hits.length <= MAX_HITS ? hits : null;
}

/** What a search means: a whole id, or else the term with the fewest candidates, which all terms are checked on. */
async function searched(
  ctx: Ctx,
  of: MerchantMode,
  search: string,
  currencies: readonly string[],
): Promise<Pick<PaymentFilter, "ids" | "terms">> {
  const byId = await findHits(dbOf(ctx), idHitsSql(of, search, MAX_HITS));
  if (byId.length > 0) return { ids: byId, terms: [] };
  const given = searchTerms(search, currencies);
  if (given.length === 0) return { ids: [], terms: [] };
  const banks = await findUsedBanks(dbOf(ctx), of, MAX_BANKS);
  const terms = given.map((term) => resolved(term, currencies, banks));
  let fewest: string[] | null = null;
  for (const term of terms) {
    const hits = await findHits(dbOf(ctx), termHitsSql(of, term, MAX_HITS + 1));
    // Counted in words: at the limit payments may be missing, also if the words that were read are of few payments.
    if (hits.length > MAX_HITS) continue;
    const found = [...new Set(hits)];
    if (found.length < (fewest?.length ?? Number.POSITIVE_INFINITY)) fewest = found;
  }
  if (fewest !== null || terms.length === 1) return { ids: fewest, terms };
  const recent = await findHits(dbOf(ctx), recentHitsSql(of, terms, MAX_HITS));
  if (recent.length >= ENOUGH_RECENT) return { ids: null, terms };
  // Frequent terms that occur together seldom: the list would read nearly all payments to fill its page.
  const common = await findHits(dbOf(ctx), commonHitsSql(of, terms, MAX_HITS + 1));
  return { ids: common.length <= MAX_HITS ? common : null, terms };
}

/** Letters without accents, in lower case, of the names of banks; the database folds words, and more of their characters. */
const fold = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

function resolved(
  { word, amount }: SearchTerm,
  currencies: readonly string[],
  banks: readonly { id: string; name: string }[],
): ResolvedTerm {
  const amounts = currencies.flatMap((currency) => {
    const minor = amount === null ? null : fromDecimalString(amount, currency);
    return minor === null ? [] : [{ currency, minor }];
  });
  const beginsWord = (name: string) => ` ${fold(name)}`.includes(` ${fold(word)}`);
  return { word, amounts, bankIds: banks.filter(({ name }) => beginsWord(name)).map(({ id }) => id) };
}
