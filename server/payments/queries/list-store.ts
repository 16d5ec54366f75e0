import { type Db, inMode, type MerchantMode, Prisma } from "../../lib/db";
import { isUuid } from "../../lib/ids";
import { type CurrencySpan, currencyStepsSql, spansSql } from "../../lib/money/currency-spans";
import { type RequestRow, selectRequests } from "../requests/store";
import {
  beginsSql,
  completedSql,
  foundCountsSql,
  keysetPageSql,
  LAPSES_TO,
  lapsedSql,
  matchesSql,
  type PaymentFilter,
  type PaymentPageQuery,
  type ResolvedTerm,
} from "./list-filter-store";
import { PAYMENT_STAGES, type PaymentStage } from "./list-terms";

/** One page of the payments that match a filter, in its order. */
export async function findRequestPage(db: Db, filter: PaymentFilter, page: PaymentPageQuery): Promise<RequestRow[]> {
  const keys = await db.$queryRaw<Array<{ id: string }>>(keysetPageSql(filter, page));
  const ids = keys.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await selectRequests(db, Prisma.sql`id = ANY (${ids}::uuid[])`);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * SQL of how many payments are stored with each stage, each counted up to `limit`, from the index alone; and how many of
 * them have lapsed. Of candidates: these, read once.
 */
export function countSql(filter: PaymentFilter, limit: number): Prisma.Sql {
  if (filter.ids !== null) return foundCountsSql(filter);
  const page = { towards: "any", from: null, limit, byStoredStatus: true } as const;
  const each = PAYMENT_STAGES.map((stage) => {
    const stored = keysetPageSql(filter, { ...page, stages: [stage] });
    const lapsed = LAPSES_TO[stage] ? lapsedSql(filter, { ...page, stages: [] }, stage) : null;
    return Prisma.sql`SELECT ${stage} AS stage, (SELECT count(*)::int FROM (${stored}) AS keys) AS stored,
      ${lapsed ? Prisma.sql`(SELECT count(*)::int FROM (${lapsed}) AS over)` : Prisma.sql`0`} AS lapsed`;
  });
  return Prisma.join(each, " UNION ALL ");
}

/** How many payments of each stage match the filter, each counted up to `limit`. */
export async function countRequests(
  db: Db,
  filter: PaymentFilter,
  limit: number,
): Promise<Record<PaymentStage, number>> {
  type Row = { stage: PaymentStage; stored: number; lapsed: number };
  const rows = await db.$queryRaw<Row[]>(countSql(filter, limit));
  const counts = { open: 0, at_bank: 0, completed: 0, failed: 0, cancelled: 0, expired: 0 };
  for (const { stage, stored, lapsed } of rows) {
    // A count that reached the limit stays at the limit.
    counts[stage] += stored < limit ? stored - lapsed : limit;
    const to = LAPSES_TO[stage];
    if (to) counts[to] += lapsed;
  }
  return counts;
}

type CompletedSum = { currency: string; count: number; amountMinor: bigint };

/** The completed amounts of a filter by currency, less what was returned; null: of more than `limit` payments, which would take too long. */
export async function sumCompleted(db: Db, filter: PaymentFilter, limit: number): Promise<CompletedSum[] | null> {
  const rows = await db.$queryRaw<CompletedSum[]>(completedSql(filter, limit + 1));
  return rows.reduce((sum, { count }) => sum + count, 0) > limit ? null : rows;
}

/** The currencies that a merchant's payments or links have. */
export async function findCurrencies(
  db: Db,
  table: "payment_links" | "payment_requests",
  of: MerchantMode,
): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ currency: string }>>(currencyStepsSql(table, of));
  return rows.map(({ currency }) => currency);
}

/** SQL of the banks of a merchant's payments, by steps through the index; `limit` at most. */
export function banksSql(of: MerchantMode, limit: number): Prisma.Sql {
  const next = (after: Prisma.Sql) => Prisma.sql`
    SELECT bank_id, bank_name FROM payment_requests
    WHERE ${inMode(of)} AND bank_id IS NOT NULL ${after} ORDER BY bank_id LIMIT 1`;
  return Prisma.sql`
    WITH RECURSIVE used (bank_id, bank_name) AS (
      (${next(Prisma.empty)})
      UNION ALL
      SELECT step.* FROM used CROSS JOIN LATERAL (${next(Prisma.sql`AND bank_id > used.bank_id`)}) AS step)
    SELECT bank_id AS id, bank_name AS name FROM used LIMIT ${limit}`;
}

export function findUsedBanks(db: Db, of: MerchantMode, limit: number): Promise<Array<{ id: string; name: string }>> {
  return db.$queryRaw<Array<{ id: string; name: string }>>(banksSql(of, limit));
}

/** The last 8 digits of an id, as lists show it. */
const ID_END = /^[0-9a-f]{8}$/;

/**
 * SQL of a merchant's payments with this id, attempt, bank reference, link or event, at most `limit`. Where an index has no
 * merchant, its matches are compared with the merchant's payments: a search means an id only if one of them has it.
 */
export function idHitsSql({ merchantId, test }: MerchantMode, search: string, limit: number): Prisma.Sql {
  const text = search.toLowerCase();
  const attempts = (condition: Prisma.Sql) =>
    Prisma.sql`(SELECT payment_request_id AS id FROM payment_attempts WHERE ${condition} LIMIT ${limit})`;
  const hits = [
    attempts(Prisma.sql`end_to_end_id IN (${search}, ${search.toUpperCase()})`),
    attempts(Prisma.sql`bank_payment_id = ${search}`),
    attempts(Prisma.sql`consent_id = ${search}`),
  ];
  if (ID_END.test(text)) {
    hits.push(Prisma.sql`(SELECT id FROM payment_requests
      WHERE merchant_id = ${merchantId}::uuid AND test = ${test} AND right(id::text, 8) = ${text} LIMIT ${limit})`);
  }
  const id = text.startsWith("evt_") ? text.slice("evt_".length) : text;
  if (isUuid(id)) {
    hits.push(
      Prisma.sql`(SELECT ${id}::uuid AS id)`,
      attempts(Prisma.sql`id = ${id}::uuid`),
      Prisma.sql`(SELECT id FROM payment_requests WHERE payment_link_id = ${id}::uuid LIMIT ${limit})`,
      Prisma.sql`(SELECT subject_id AS id FROM webhook_events WHERE id = ${id}::uuid)`,
      Prisma.sql`(SELECT r.id FROM webhook_events e JOIN payment_requests r ON r.payment_link_id = e.subject_id
        WHERE e.id = ${id}::uuid LIMIT ${limit})`,
    );
  }
  return Prisma.sql`SELECT DISTINCT r.id FROM (${Prisma.join(hits, " UNION ALL ")}) AS hits
    JOIN payment_requests r ON r.id = hits.id AND r.merchant_id = ${merchantId}::uuid AND r.test = ${test} LIMIT ${limit}`;
}

/** SQL of the payments in a span of amounts, at most `limit`. */
export function spanHitsSql(of: MerchantMode, spans: readonly CurrencySpan[], limit: number): Prisma.Sql {
  return Prisma.sql`SELECT hit.id FROM ${spansSql(spans)} CROSS JOIN LATERAL (
      SELECT id FROM payment_requests
      WHERE ${inMode(of)} AND currency = c.currency
        AND amount BETWEEN c.at_least AND c.at_most LIMIT ${limit}) AS hit LIMIT ${limit}`;
}

/**
 * SQL of the candidates of one term of a search: payments with a word that begins so, of this amount, or of this bank.
 * Each index is read in its own order up to `limit`, so a frequent word costs no more than a rare one. `limit` null: all.
 * A payment is found once for each of its words: fewer rows than `limit` are all there are, however few payments those are.
 */
export function termHitsSql(of: MerchantMode, term: ResolvedTerm, limit: number | null): Prisma.Sql {
  const hits = [
    Prisma.sql`(SELECT payment_request_id AS id FROM payment_search_terms w WHERE ${inMode(of)} AND ${beginsSql(term.word)}
      ORDER BY w.term USING ~<~ LIMIT ${limit})`,
    ...term.amounts.map(
      ({ currency, minor }) => Prisma.sql`(SELECT id FROM payment_requests
        WHERE ${inMode(of)} AND currency = ${currency} AND amount = ${String(minor)}::bigint LIMIT ${limit})`,
    ),
    ...term.bankIds.map(
      (bankId) =>
        Prisma.sql`(SELECT id FROM payment_requests WHERE ${inMode(of)} AND bank_id = ${bankId}::uuid LIMIT ${limit})`,
    ),
  ];
  return Prisma.sql`SELECT id FROM (${Prisma.join(hits, " UNION ALL ")}) AS hits LIMIT ${limit}`;
}

/** SQL of those of the merchant's `newest` payments that all terms of a search match. */
export function recentHitsSql(of: MerchantMode, terms: readonly ResolvedTerm[], newest: number): Prisma.Sql {
  return Prisma.sql`SELECT r.id FROM (
      SELECT * FROM payment_requests WHERE ${inMode(of)}
      ORDER BY created_at DESC LIMIT ${newest}) AS r
    WHERE ${Prisma.join(terms.map(matchesSql), " AND ")}`;
}

/** SQL of the payments that all terms of a search match, at most `limit`: every match of each term is read. */
export function commonHitsSql(of: MerchantMode, terms: readonly ResolvedTerm[], limit: number): Prisma.Sql {
  const each = terms.map((term) => Prisma.sql`(${termHitsSql(of, term, null)})`);
  return Prisma.sql`SELECT id FROM (${Prisma.join(each, " INTERSECT ")}) AS common LIMIT ${limit}`;
}

/** The ids that a query of candidates finds. */
export async function findHits(db: Db, hits: Prisma.Sql): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ id: string }>>(hits);
  return rows.map(({ id }) => id);
}
