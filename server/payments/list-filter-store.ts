import { type CurrencySpan, isAnyAmount, isExactAmount, spansSql } from "../lib/currency-spans";
import { Prisma } from "../lib/db";
import type { Place } from "../lib/keyset";
import { PAYMENT_FLOWS, PAYMENT_STAGES, type PaymentFlow, type PaymentMark, type PaymentStage } from "./list-terms";

/** Which payments of a merchant, without their stage. What is null does not narrow. */
export type PaymentFilter = {
  merchantId: string;
  test: boolean;
  /** Every currency that can be found: named, not searched for. */
  currencies: readonly CurrencySpan[];
  flows: readonly PaymentFlow[];
  bankId: string | null;
  mark: PaymentMark | null;
  /** Created at or after, and before. */
  from: Date | null;
  to: Date | null;
  /** What a search found. */
  ids: readonly string[] | null;
  /** A search that finds too much to be looked up first: what a text begins with, in lower case. */
  beginning: string | null;
};

/** One walk along the list, from its newest end or from a place (exclusive). `any`: whatever order costs least. */
export type PaymentWalk = {
  stage: PaymentStage | null;
  towards: "older" | "newer" | "any";
  from: Place | null;
  limit: number;
  /** By the stamps alone: what has lapsed stands where it stood, and is asked for by `lapsedSql`. */
  asStamped?: boolean;
};

/** Nothing that could pay is left and its time is over, but the worker has not told of it. */
const LAPSED = Prisma.sql`r.status = 'pending' AND r.live_attempt_id IS NULL AND r.expires_at <= app_now()`;
/** What such a one is, by what its stamps say. */
export const LAPSES_TO: Partial<Record<PaymentStage, PaymentStage>> = { open: "expired", at_bank: "failed" };

const ORDERS: Record<PaymentWalk["towards"], Prisma.Sql> = {
  older: Prisma.sql`ORDER BY created_at DESC, id DESC`,
  newer: Prisma.sql`ORDER BY created_at, id`,
  any: Prisma.empty,
};

/**
 * SQL of the keys (`id`, `created_at`) of the payments that the filter lets through, as far as the walk goes, in its order.
 * The shelves of `payment_requests_list` (or of the bank's, or of one amount) are each walked from the end, as far as the
 * walk can need: so a page costs what there are shelves, and a rare currency is found among a million others as fast as a
 * common one. What an index of few rows, or a search, has found already is not walked.
 */
export function walkSql(filter: PaymentFilter, walk: PaymentWalk): Prisma.Sql {
  const end = Prisma.sql`${ORDERS[walk.towards]} LIMIT ${walk.limit}`;
  const standing = isPlain(filter) ? shelves(filter, walk, end) : few(filter, walk, stamped(walk), end);
  const lapsing = PAYMENT_STAGES.find((stage) => LAPSES_TO[stage] === walk.stage);
  if (walk.asStamped || walk.stage === null || lapsing === undefined) return standing;
  const lapsed = lapsedSql(filter, { ...walk, stage: lapsing });
  return Prisma.sql`SELECT id, created_at FROM ((${standing}) UNION ALL (${lapsed})) AS found ${end}`;
}

/** The same of those that stand at a stage by their stamps, and have lapsed: few, whatever there is. */
export function lapsedSql(filter: PaymentFilter, walk: PaymentWalk & { stage: PaymentStage }): Prisma.Sql {
  const end = Prisma.sql`${ORDERS[walk.towards]} LIMIT ${walk.limit}`;
  return few(filter, walk, Prisma.sql`r.stamped_stage = ${walk.stage} AND ${LAPSED}`, end);
}

/** Whether its shelves are to be walked: nothing narrows it to a few that are found otherwise. */
function isPlain({ ids, mark }: PaymentFilter): boolean {
  return ids === null && mark === null;
}

function shelves(filter: PaymentFilter, walk: PaymentWalk, end: Prisma.Sql): Prisma.Sql {
  const { currencies, flows } = filter;
  const stages = walk.stage === null ? PAYMENT_STAGES : [walk.stage];
  const ofAmount = isExact(filter);
  // The index of amounts is not divided by flows: what may come in any order is found there where no flow is named.
  const byAmount = ofAmount || (walk.towards === "any" && isSpan(filter));
  const everyFlow = byAmount && flows.length === PAYMENT_FLOWS.length;
  const flowShelf = everyFlow ? Prisma.empty : Prisma.sql`CROSS JOIN unnest(${[...flows]}::text[]) AS f(flow)`;
  const onShelf = [
    Prisma.sql`r.currency = c.currency AND r.stamped_stage = s.stage`,
    ...(everyFlow ? [] : [Prisma.sql`r.flow = f.flow`]),
    ...(ofAmount ? [Prisma.sql`r.amount = c.at_least`] : betweenOf(filter)),
    ...(mayHaveLapsed(walk) ? [Prisma.sql`NOT (${LAPSED})`] : []),
    ...commonOf(filter, walk),
  ];
  return Prisma.sql`
    SELECT shelved.id, shelved.created_at
    FROM ${spansSql(currencies)}
      CROSS JOIN unnest(${[...stages]}::text[]) AS s(stage) ${flowShelf}
      CROSS JOIN LATERAL (
        SELECT r.id, r.created_at FROM payment_requests r WHERE ${Prisma.join(onShelf, " AND ")} ${end}
      ) AS shelved ${end}`;
}

/** The same without shelves, for what an index of few rows, or a list of ids, leads to. */
function few(filter: PaymentFilter, walk: PaymentWalk, stage: Prisma.Sql, end: Prisma.Sql): Prisma.Sql {
  const { currencies, flows } = filter;
  const conditions = [
    Prisma.sql`r.currency = c.currency AND ${stage} AND r.flow = ANY (${[...flows]}::text[])`,
    ...betweenOf(filter),
    ...commonOf(filter, walk),
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

function mayHaveLapsed({ stage, asStamped }: PaymentWalk): boolean {
  return !asStamped && stage !== null && LAPSES_TO[stage] !== undefined;
}

function stamped(walk: PaymentWalk): Prisma.Sql {
  if (walk.stage === null) return Prisma.sql`TRUE`;
  const standing = Prisma.sql`r.stamped_stage = ${walk.stage}`;
  return mayHaveLapsed(walk) ? Prisma.sql`${standing} AND NOT (${LAPSED})` : standing;
}

function commonOf(filter: PaymentFilter, { towards, from: place }: PaymentWalk): Prisma.Sql[] {
  const { merchantId, test, bankId, from, to, ids, beginning, mark } = filter;
  const conditions = [Prisma.sql`r.merchant_id = ${merchantId}::uuid AND r.test = ${test}`];
  if (bankId !== null) conditions.push(Prisma.sql`r.bank_id = ${bankId}::uuid`);
  if (from !== null) conditions.push(Prisma.sql`r.created_at >= ${from}`);
  if (to !== null) conditions.push(Prisma.sql`r.created_at < ${to}`);
  if (ids !== null) conditions.push(Prisma.sql`r.id = ANY (${[...ids]}::uuid[])`);
  if (mark !== null) conditions.push(MARKED[mark]);
  if (beginning !== null) conditions.push(beginsWith(beginning));
  if (place !== null) {
    const key = Prisma.sql`(${place.at}::timestamptz, ${place.id}::uuid)`;
    const older = Prisma.sql`(r.created_at, r.id) < ${key}`;
    conditions.push(towards === "newer" ? Prisma.sql`(r.created_at, r.id) > ${key}` : older);
  }
  return conditions;
}

const MARKED: Record<PaymentMark, Prisma.Sql> = {
  late: Prisma.sql`r.late`,
  returned: Prisma.sql`r.reversed_amount IS NOT NULL`,
  look: Prisma.sql`r.id IN (SELECT n.payment_request_id FROM payment_anomalies n WHERE n.resolved_at IS NULL)`,
};

function beginsWith(text: string): Prisma.Sql {
  return Prisma.sql`(starts_with(lower(r.payment_reference), ${text}) OR starts_with(lower(r.order_id), ${text})
    OR starts_with(lower(r.customer->>'id'), ${text}) OR starts_with(lower(r.customer->>'name'), ${text})
    OR starts_with(lower(r.customer->>'email'), ${text}))`;
}
