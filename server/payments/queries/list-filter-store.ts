import { Prisma } from "../../lib/db";
import { afterCursor, keysetOrder, type TimeKey } from "../../lib/keyset";
import { type CurrencySpan, isAnyAmount, isExactAmount, spansSql } from "../../lib/money/currency-spans";
import { PAYMENT_FLOWS, PAYMENT_STAGES, type PaymentFlag, type PaymentFlow, type PaymentStage } from "./list-terms";

/** A term of a search, with the amounts and banks that it may mean. */
export type ResolvedTerm = {
  word: string;
  amounts: readonly { currency: string; minor: bigint }[];
  bankIds: readonly string[];
};

/** Which payments of a merchant, without their stages. Null: not filtered. */
export type PaymentFilter = {
  merchantId: string;
  test: boolean;
  /** Every currency that the merchant has, with its span of amounts. */
  currencies: readonly CurrencySpan[];
  flows: readonly PaymentFlow[];
  /** Empty: every bank, and payments without one. */
  bankIds: readonly string[];
  flag: PaymentFlag | null;
  /** The key of one customer, `payment_customer_key` in SQL. */
  customer: string | null;
  /** Created at or after, and before. */
  from: Date | null;
  to: Date | null;
  /**
   * Candidates of a search or of a narrow span of amounts; null: neither, or so many payments match that the list is read
   * instead.
   */
  ids: readonly string[] | null;
  /** The terms of a search: a payment matches all of them. */
  terms: readonly ResolvedTerm[];
};

/** A keyset page: from the newest end, or after a row (exclusive). `any`: in the cheapest order. */
export type PaymentPageQuery = {
  /** Empty: every stage. */
  stages: readonly PaymentStage[];
  towards: "older" | "newer" | "any";
  from: TimeKey | null;
  limit: number;
  /** By the stored list status alone: lapsed payments keep the one they had; `lapsedSql` finds them. */
  byStoredStatus?: boolean;
};

/** Pending past its end without a live attempt: the worker has not expired it yet. */
const LAPSED = Prisma.sql`r.status = 'pending' AND r.live_attempt_id IS NULL AND r.expires_at <= app_now()`;
/** What a lapsed payment is, by its stored list status. */
export const LAPSES_TO: Partial<Record<PaymentStage, PaymentStage>> = { open: "expired", at_bank: "failed" };

const KEY = { at: Prisma.sql`created_at`, id: Prisma.sql`id` };
const REQUEST_KEY = { at: Prisma.sql`r.created_at`, id: Prisma.sql`r.id` };

/**
 * SQL of the keys (`id`, `created_at`) of one page of the payments that match the filter, in its order. At most `limit`
 * rows are read from each partition of `payment_requests_list` (or of the index by bank or by amount). So a page costs
 * the number of partitions, and a rare currency is found among a million other payments as fast as a common one. Flags,
 * customers and searches find their few rows by other indexes.
 */
export function keysetPageSql(filter: PaymentFilter, page: PaymentPageQuery): Prisma.Sql {
  const end = endOf(page);
  const stored = isPlain(filter) ? byPartition(filter, page, end) : few(filter, page, hasListStatus(page), end);
  const lapsing = page.byStoredStatus ? [] : PAYMENT_STAGES.filter((stage) => isAmong(LAPSES_TO[stage], page.stages));
  if (lapsing.length === 0) return stored;
  const parts = [stored, ...lapsing.map((stage) => lapsedSql(filter, page, stage))];
  return Prisma.sql`SELECT id, created_at FROM (${Prisma.join(
    parts.map((part) => Prisma.sql`(${part})`),
    " UNION ALL ",
  )}) AS found ${end}`;
}

/** The same of the payments that are stored with a stage and have lapsed: always few. */
export function lapsedSql(filter: PaymentFilter, page: PaymentPageQuery, stage: PaymentStage): Prisma.Sql {
  return few(filter, page, Prisma.sql`r.list_status = ${stage} AND ${LAPSED}`, endOf(page));
}

/** SQL of the completed amounts of a filter by currency, less what was returned: of `limit` payments at most, each read by the index of the list. */
export function completedSql(filter: PaymentFilter, limit: number): Prisma.Sql {
  const keys = keysetPageSql(filter, {
    stages: ["completed"],
    towards: "any",
    from: null,
    limit,
    byStoredStatus: true,
  });
  return Prisma.sql`
    SELECT r.currency, count(*)::int AS count, sum(r.amount - COALESCE(r.reversed_amount, 0))::bigint AS "amountMinor"
    FROM payment_requests r
    WHERE r.id = ANY (ARRAY(SELECT id FROM (${keys}) AS found)) GROUP BY r.currency`;
}

/**
 * SQL of how many payments a search found, by stage: its candidates are read once, and not once for each stage.
 */
export function foundCountsSql(filter: PaymentFilter): Prisma.Sql {
  const stage = Prisma.sql`CASE WHEN NOT (${LAPSED}) THEN r.list_status
    WHEN r.list_status = 'open' THEN ${LAPSES_TO.open} ELSE ${LAPSES_TO.at_bank} END`;
  return Prisma.sql`
    SELECT ${stage} AS stage, count(*)::int AS stored, 0 AS lapsed FROM payment_requests r
    WHERE ${Prisma.join([...wideOf(filter), ...commonOf(filter, { towards: "any", from: null })], " AND ")} GROUP BY 1`;
}

function endOf({ towards, limit }: PaymentPageQuery): Prisma.Sql {
  return Prisma.sql`${keysetOrder(KEY, towards)} LIMIT ${limit}`;
}

function isAmong<T>(one: T | undefined, some: readonly T[]): boolean {
  return one !== undefined && some.includes(one);
}

/** Whether the index partitions are read: no flag, no customer and no search. */
function isPlain({ ids, flag, customer, terms }: PaymentFilter): boolean {
  return ids === null && flag === null && customer === null && terms.length === 0;
}

function byPartition(filter: PaymentFilter, page: PaymentPageQuery, end: Prisma.Sql): Prisma.Sql {
  const { currencies, flows, bankIds } = filter;
  const stages = page.stages.length === 0 ? PAYMENT_STAGES : page.stages;
  const ofAmount = isExact(filter);
  // The index by amount is not divided by flow: without a flow filter and in any order it is the cheapest.
  const byAmount = ofAmount || (page.towards === "any" && isSpan(filter));
  const everyFlow = byAmount && flows.length === PAYMENT_FLOWS.length;
  const ofFlow = everyFlow ? Prisma.empty : Prisma.sql`CROSS JOIN unnest(${[...flows]}::text[]) AS f(flow)`;
  const ofBank = bankIds.length > 0;
  const eachBank = ofBank ? Prisma.sql`CROSS JOIN unnest(${[...bankIds]}::uuid[]) AS b(bank_id)` : Prisma.empty;
  const conditions = [
    Prisma.sql`r.currency = c.currency AND r.list_status = s.stage`,
    ...(ofBank ? [Prisma.sql`r.bank_id = b.bank_id`] : []),
    ...(everyFlow ? [] : [Prisma.sql`r.flow = f.flow`]),
    ...(ofAmount ? [Prisma.sql`r.amount = c.at_least`] : betweenOf(filter)),
    ...(mayHaveLapsed(page) ? [Prisma.sql`NOT (${LAPSED})`] : []),
    ...commonOf(filter, page),
  ];
  return Prisma.sql`
    SELECT listed.id, listed.created_at
    FROM ${spansSql(currencies)}
      CROSS JOIN unnest(${[...stages]}::text[]) AS s(stage) ${ofFlow} ${eachBank}
      CROSS JOIN LATERAL (
        SELECT r.id, r.created_at FROM payment_requests r WHERE ${Prisma.join(conditions, " AND ")} ${end}
      ) AS listed ${end}`;
}

/** The same for a few rows, which an index of flags or customers or a search has found; or for a search that many rows match. */
function few(filter: PaymentFilter, page: PaymentPageQuery, stage: Prisma.Sql, end: Prisma.Sql): Prisma.Sql {
  const conditions = [stage, ...wideOf(filter), ...commonOf(filter, page)];
  return Prisma.sql`SELECT r.id, r.created_at FROM payment_requests r WHERE ${Prisma.join(conditions, " AND ")} ${end}`;
}

/** Banks, currencies with their amounts, and flows, where they are not partitions. */
function wideOf({ bankIds, currencies, flows }: PaymentFilter): Prisma.Sql[] {
  const ofBank = bankIds.length > 0 ? [Prisma.sql`r.bank_id = ANY (${[...bankIds]}::uuid[])`] : [];
  const codes = currencies.map(({ currency }) => currency);
  const isOfCurrency = isAnyAmount(currencies)
    ? Prisma.sql`r.currency = ANY (${codes}::text[])`
    : Prisma.sql`EXISTS (SELECT FROM ${spansSql(currencies)}
        WHERE r.currency = c.currency AND r.amount BETWEEN c.at_least AND c.at_most)`;
  return [...ofBank, isOfCurrency, Prisma.sql`r.flow = ANY (${[...flows]}::text[])`];
}

/** One amount, not a span: it has an index of its own. */
function isExact({ currencies, bankIds }: PaymentFilter): boolean {
  return bankIds.length === 0 && isExactAmount(currencies);
}

/** Amounts from one to another, of every bank. */
function isSpan({ currencies, bankIds }: PaymentFilter): boolean {
  return bankIds.length === 0 && !isAnyAmount(currencies);
}

function betweenOf({ currencies }: PaymentFilter): Prisma.Sql[] {
  return isAnyAmount(currencies) ? [] : [Prisma.sql`r.amount BETWEEN c.at_least AND c.at_most`];
}

function mayHaveLapsed({ stages, byStoredStatus }: PaymentPageQuery): boolean {
  return !byStoredStatus && stages.some((stage) => LAPSES_TO[stage] !== undefined);
}

function hasListStatus(page: PaymentPageQuery): Prisma.Sql {
  if (page.stages.length === 0) return Prisma.sql`TRUE`;
  const stored = Prisma.sql`r.list_status = ANY (${[...page.stages]}::text[])`;
  return mayHaveLapsed(page) ? Prisma.sql`${stored} AND NOT (${LAPSED})` : stored;
}

function commonOf(filter: PaymentFilter, page: Pick<PaymentPageQuery, "towards" | "from">): Prisma.Sql[] {
  const { merchantId, test, from, to, ids, terms, flag, customer } = filter;
  const conditions = [Prisma.sql`r.merchant_id = ${merchantId}::uuid AND r.test = ${test}`];
  if (from !== null) conditions.push(Prisma.sql`r.created_at >= ${from}`);
  if (to !== null) conditions.push(Prisma.sql`r.created_at < ${to}`);
  if (ids !== null) conditions.push(Prisma.sql`r.id = ANY (${[...ids]}::uuid[])`);
  if (flag !== null) conditions.push(FLAGGED[flag]);
  // The second condition is that of the partial index.
  if (customer !== null) conditions.push(Prisma.sql`${CUSTOMER_KEY} = ${customer} AND ${CUSTOMER_KEY} IS NOT NULL`);
  return [...conditions, ...terms.map(matchesSql), ...afterCursor(REQUEST_KEY, page)];
}

const CUSTOMER_KEY = Prisma.sql`payment_customer_key(r.customer)`;

const FLAGGED: Record<PaymentFlag, Prisma.Sql> = {
  late: Prisma.sql`r.late`,
  returned: Prisma.sql`r.reversed_amount IS NOT NULL`,
  needs_review: Prisma.sql`r.id IN (SELECT n.payment_request_id FROM payment_exceptions n WHERE n.resolved_at IS NULL)`,
};

/** The condition that a stored word begins with this one, ignoring accents and case: a range up to the last code point. */
export function beginsSql(word: string): Prisma.Sql {
  const folded = Prisma.sql`payment_search_fold(${word}::text)`;
  return Prisma.sql`(w.term ~>=~ ${folded} AND w.term ~<~ (${folded} || ${"\u{10FFFF}"}::text))`;
}

/**
 * The condition that a payment matches a term. Its words are looked up one payment at a time: an EXISTS may be planned as
 * a scan of all payments' words.
 */
export function matchesSql({ word, amounts, bankIds }: ResolvedTerm): Prisma.Sql {
  const ways = [
    Prisma.sql`(SELECT TRUE FROM payment_search_terms w
      WHERE w.payment_request_id = r.id AND ${beginsSql(word)} LIMIT 1)`,
    ...amounts.map(
      ({ currency, minor }) => Prisma.sql`(r.currency = ${currency} AND r.amount = ${String(minor)}::bigint)`,
    ),
  ];
  if (bankIds.length > 0) ways.push(Prisma.sql`r.bank_id = ANY (${[...bankIds]}::uuid[])`);
  return Prisma.sql`(${Prisma.join(ways, " OR ")})`;
}
