import { Prisma } from "../../lib/db";
import type { TimeKey } from "../../lib/keyset";
import { type CurrencySpan, isAnyAmount, isExactAmount, spansSql } from "../../lib/money/currency-spans";
import { PAYMENT_FLOWS, PAYMENT_STAGES, type PaymentFlag, type PaymentFlow, type PaymentStage } from "./list-terms";

/** Which payments of a merchant, without their stage. Null: not filtered. */
export type PaymentFilter = {
  merchantId: string;
  test: boolean;
  /** Every currency that the merchant has, with its span of amounts. */
  currencies: readonly CurrencySpan[];
  flows: readonly PaymentFlow[];
  bankId: string | null;
  flag: PaymentFlag | null;
  /** Created at or after, and before. */
  from: Date | null;
  to: Date | null;
  /** The ids that a search found. */
  ids: readonly string[] | null;
  /** A search with too many matches to list their ids: the prefix, in lower case. */
  beginning: string | null;
};

/** A keyset page: from the newest end, or after a row (exclusive). `any`: in the cheapest order. */
export type PaymentPageQuery = {
  stage: PaymentStage | null;
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

const ORDERS: Record<PaymentPageQuery["towards"], Prisma.Sql> = {
  older: Prisma.sql`ORDER BY created_at DESC, id DESC`,
  newer: Prisma.sql`ORDER BY created_at, id`,
  any: Prisma.empty,
};

/**
 * SQL of the keys (`id`, `created_at`) of one page of the payments that match the filter, in its order. At most `limit`
 * rows are read from each partition of `payment_requests_list` (or of the index by bank or by amount). So a page costs
 * the number of partitions, and a rare currency is found among a million other payments as fast as a common one. Flags
 * and searches have found their few rows by other indexes already.
 */
export function keysetPageSql(filter: PaymentFilter, page: PaymentPageQuery): Prisma.Sql {
  const end = Prisma.sql`${ORDERS[page.towards]} LIMIT ${page.limit}`;
  const stored = isPlain(filter) ? byPartition(filter, page, end) : few(filter, page, hasListStatus(page), end);
  const lapsing = PAYMENT_STAGES.find((stage) => LAPSES_TO[stage] === page.stage);
  if (page.byStoredStatus || page.stage === null || lapsing === undefined) return stored;
  const lapsed = lapsedSql(filter, { ...page, stage: lapsing });
  return Prisma.sql`SELECT id, created_at FROM ((${stored}) UNION ALL (${lapsed})) AS found ${end}`;
}

/** The same of the payments that are stored with a stage and have lapsed: always few. */
export function lapsedSql(filter: PaymentFilter, page: PaymentPageQuery & { stage: PaymentStage }): Prisma.Sql {
  const end = Prisma.sql`${ORDERS[page.towards]} LIMIT ${page.limit}`;
  return few(filter, page, Prisma.sql`r.list_status = ${page.stage} AND ${LAPSED}`, end);
}

/** Whether the index partitions are read: no flag and no search has found a few rows already. */
function isPlain({ ids, flag }: PaymentFilter): boolean {
  return ids === null && flag === null;
}

function byPartition(filter: PaymentFilter, page: PaymentPageQuery, end: Prisma.Sql): Prisma.Sql {
  const { currencies, flows } = filter;
  const stages = page.stage === null ? PAYMENT_STAGES : [page.stage];
  const ofAmount = isExact(filter);
  // The index by amount is not divided by flow: without a flow filter and in any order it is the cheapest.
  const byAmount = ofAmount || (page.towards === "any" && isSpan(filter));
  const everyFlow = byAmount && flows.length === PAYMENT_FLOWS.length;
  const ofFlow = everyFlow ? Prisma.empty : Prisma.sql`CROSS JOIN unnest(${[...flows]}::text[]) AS f(flow)`;
  const conditions = [
    Prisma.sql`r.currency = c.currency AND r.list_status = s.stage`,
    ...(everyFlow ? [] : [Prisma.sql`r.flow = f.flow`]),
    ...(ofAmount ? [Prisma.sql`r.amount = c.at_least`] : betweenOf(filter)),
    ...(mayHaveLapsed(page) ? [Prisma.sql`NOT (${LAPSED})`] : []),
    ...commonOf(filter, page),
  ];
  return Prisma.sql`
    SELECT listed.id, listed.created_at
    FROM ${spansSql(currencies)}
      CROSS JOIN unnest(${[...stages]}::text[]) AS s(stage) ${ofFlow}
      CROSS JOIN LATERAL (
        SELECT r.id, r.created_at FROM payment_requests r WHERE ${Prisma.join(conditions, " AND ")} ${end}
      ) AS listed ${end}`;
}

/** The same for a few rows, which an index of flags or a list of ids has found. */
function few(filter: PaymentFilter, page: PaymentPageQuery, stage: Prisma.Sql, end: Prisma.Sql): Prisma.Sql {
  const { currencies, flows } = filter;
  const conditions = [
    Prisma.sql`r.currency = c.currency AND ${stage} AND r.flow = ANY (${[...flows]}::text[])`,
    ...betweenOf(filter),
    ...commonOf(filter, page),
  ];
  return Prisma.sql`
    SELECT r.id, r.created_at FROM payment_requests r
      CROSS JOIN ${spansSql(currencies)}
    WHERE ${Prisma.join(conditions, " AND ")} ${end}`;
}

/** One amount, not a span: it has an index of its own. */
function isExact({ currencies, bankId }: PaymentFilter): boolean {
  return bankId === null && isExactAmount(currencies);
}

/** Amounts from one to another, of every bank. */
function isSpan({ currencies, bankId }: PaymentFilter): boolean {
  return bankId === null && !isAnyAmount(currencies);
}

function betweenOf({ currencies }: PaymentFilter): Prisma.Sql[] {
  return isAnyAmount(currencies) ? [] : [Prisma.sql`r.amount BETWEEN c.at_least AND c.at_most`];
}

function mayHaveLapsed({ stage, byStoredStatus }: PaymentPageQuery): boolean {
  return !byStoredStatus && stage !== null && LAPSES_TO[stage] !== undefined;
}

function hasListStatus(page: PaymentPageQuery): Prisma.Sql {
  if (page.stage === null) return Prisma.sql`TRUE`;
  const stored = Prisma.sql`r.list_status = ${page.stage}`;
  return mayHaveLapsed(page) ? Prisma.sql`${stored} AND NOT (${LAPSED})` : stored;
}

function commonOf(filter: PaymentFilter, { towards, from: after }: PaymentPageQuery): Prisma.Sql[] {
  const { merchantId, test, bankId, from, to, ids, beginning, flag } = filter;
  const conditions = [Prisma.sql`r.merchant_id = ${merchantId}::uuid AND r.test = ${test}`];
  if (bankId !== null) conditions.push(Prisma.sql`r.bank_id = ${bankId}::uuid`);
  if (from !== null) conditions.push(Prisma.sql`r.created_at >= ${from}`);
  if (to !== null) conditions.push(Prisma.sql`r.created_at < ${to}`);
  if (ids !== null) conditions.push(Prisma.sql`r.id = ANY (${[...ids]}::uuid[])`);
  if (flag !== null) conditions.push(FLAGGED[flag]);
  if (beginning !== null) conditions.push(beginsWith(beginning));
  if (after !== null) {
    const key = Prisma.sql`(${after.at}::timestamptz, ${after.id}::uuid)`;
    const older = Prisma.sql`(r.created_at, r.id) < ${key}`;
    conditions.push(towards === "newer" ? Prisma.sql`(r.created_at, r.id) > ${key}` : older);
  }
  return conditions;
}

const FLAGGED: Record<PaymentFlag, Prisma.Sql> = {
  late: Prisma.sql`r.late`,
  returned: Prisma.sql`r.reversed_amount IS NOT NULL`,
  needs_review: Prisma.sql`r.id IN (SELECT n.payment_request_id FROM payment_exceptions n WHERE n.resolved_at IS NULL)`,
};

function beginsWith(text: string): Prisma.Sql {
  return Prisma.sql`(starts_with(lower(r.payment_reference), ${text}) OR starts_with(lower(r.order_id), ${text})
    OR starts_with(lower(r.customer->>'id'), ${text}) OR starts_with(lower(r.customer->>'name'), ${text})
    OR starts_with(lower(r.customer->>'email'), ${text}))`;
}
