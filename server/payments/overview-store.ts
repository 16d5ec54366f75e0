import { type Db, Prisma } from "../lib/db";
import type { Span } from "../lib/zone-days";
import type { AnomalyKind } from "./attempt-facts";

/** One merchant's payments of one mode. */
export type Shelf = { merchantId: string; test: boolean };

const on = ({ merchantId, test }: Shelf) => Prisma.sql`merchant_id = ${merchantId}::uuid AND test = ${test}`;

const spansOf = (spans: readonly Span[]) =>
  Prisma.sql`unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])
    WITH ORDINALITY AS span (starts_at, ends_at, number)`;

/** Of these currencies the one with most payments since then, counted no further than `upTo`; the first of equals. */
export async function findBusiestCurrency(
  db: Db,
  shelf: Shelf,
  currencies: readonly string[],
  { since, upTo }: { since: Date; upTo: number },
): Promise<string | undefined> {
  const [busiest] = await db.$queryRaw<{ currency: string }[]>`
    SELECT known.currency FROM unnest(${[...currencies]}::text[]) AS known (currency) CROSS JOIN LATERAL (
      SELECT count(*) FROM (SELECT 1 FROM payment_requests r
        WHERE ${on(shelf)} AND r.currency = known.currency AND r.created_at >= ${since} LIMIT ${upTo}) AS few) AS found
    ORDER BY found.count DESC, known.currency LIMIT 1`;
  return busiest?.currency;
}

/** Minor units. `returned`: of what was received, what went back since. */
export type Received = { count: number; amount: bigint; returned: bigint };

/** What was completed in each of the spans. */
export function sumReceived(db: Db, shelf: Shelf, currency: string, spans: readonly Span[]): Promise<Received[]> {
  return db.$queryRaw<Received[]>`
    SELECT found.count, found.amount, found.returned FROM ${spansOf(spans)} CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, COALESCE(sum(amount), 0)::bigint AS amount,
        COALESCE(sum(reversed_amount), 0)::bigint AS returned
      FROM payment_requests WHERE ${on(shelf)} AND currency = ${currency} AND status = 'completed'
        AND completed_at >= starts_at AND completed_at < ends_at) AS found
    ORDER BY span.number`;
}

/** What became of the payments that were created: `atBank` are those of `initiated` that have no end yet. */
export type Outcomes = { created: number; initiated: number; atBank: number; completed: number };

/** What became of the payments that were created in each of the spans. */
export function countOutcomes(db: Db, shelf: Shelf, currency: string, spans: readonly Span[]): Promise<Outcomes[]> {
  return db.$queryRaw<Outcomes[]>`
    SELECT found.* FROM ${spansOf(spans)} CROSS JOIN LATERAL (
      SELECT count(*)::int AS created, count(initiated_at)::int AS initiated,
        count(initiated_at) FILTER (WHERE status = 'pending')::int AS "atBank",
        count(initiated_at) FILTER (WHERE status = 'completed')::int AS completed
      FROM payment_requests WHERE ${on(shelf)} AND currency = ${currency}
        AND created_at >= starts_at AND created_at < ends_at) AS found
    ORDER BY span.number`;
}

/** How many approvals took how many seconds, the quickest first, among what was completed in the span. */
export function countApprovalTimes(
  db: Db,
  shelf: Shelf,
  currency: string,
  { from, to }: Span,
): Promise<{ seconds: number; count: number }[]> {
  return db.$queryRaw`
    SELECT time_to_approval_s AS seconds, count(*)::int AS count FROM payment_requests
    WHERE ${on(shelf)} AND currency = ${currency} AND status = 'completed' AND completed_at >= ${from} AND completed_at < ${to}
      AND time_to_approval_s IS NOT NULL
    GROUP BY 1 ORDER BY 1`;
}

/** At which bank most payments of a span went wrong once it had been chosen; null where none did. */
export async function findWorstBank(
  db: Db,
  shelf: Shelf,
  currency: string,
  { from, to }: Span,
): Promise<{ bankName: string; lost: number; of: number } | null> {
  const [worst] = await db.$queryRaw<{ bankName: string; lost: number; of: number }[]>`
    SELECT bank_name AS "bankName", count(*) FILTER (WHERE status NOT IN ('completed', 'pending'))::int AS lost,
      count(*) FILTER (WHERE status <> 'pending')::int AS of
    FROM payment_requests WHERE ${on(shelf)} AND currency = ${currency} AND created_at >= ${from} AND created_at < ${to}
      AND initiated_at IS NOT NULL AND bank_name IS NOT NULL
    GROUP BY bank_name ORDER BY lost DESC, bank_name LIMIT 1`;
  return worst && worst.lost > 0 ? worst : null;
}

/** Payments that a bank has had since before then and that have no end. `oldest`: null where there are none. */
export async function countWaiting(
  db: Db,
  shelf: Shelf,
  since: Date,
): Promise<{ count: number; oldest: Date | null; paymentRequestId: string | null }> {
  const [found] = await db.$queryRaw<{ count: number; oldest: Date | null; paymentRequestId: string | null }[]>`
    SELECT count(*)::int AS count, min(initiated_at) AS oldest,
      (array_agg(id ORDER BY initiated_at))[1]::text AS "paymentRequestId"
    FROM payment_requests WHERE ${on(shelf)} AND status = 'pending' AND initiated_at < ${since}
      AND NOT (live_attempt_id IS NULL AND expires_at <= app_now())`;
  return found ?? { count: 0, oldest: null, paymentRequestId: null };
}

/** A payment that somebody has to look at, by what happened to it. Amounts in minor units. */
export type MarkedRow = {
  paymentRequestId: string;
  paymentLinkId: string | null;
  paymentReference: string;
  amount: bigint;
  currency: string;
  bankName: string | null;
  at: Date;
};

const MARKED = Prisma.sql`r.id AS "paymentRequestId", r.payment_link_id AS "paymentLinkId",
  r.payment_reference AS "paymentReference", r.amount, r.currency, r.bank_name AS "bankName"`;

/** What was noted for a person and nobody has dealt with, newest first. */
export function findMarked(db: Db, shelf: Shelf, limit: number): Promise<(MarkedRow & { kind: AnomalyKind })[]> {
  return db.$queryRaw`
    SELECT n.kind, n.at, ${MARKED} FROM payment_anomalies n JOIN payment_requests r ON r.id = n.payment_request_id
    WHERE n.resolved_at IS NULL AND ${on(shelf)} ORDER BY n.at DESC, n.id LIMIT ${limit}`;
}

/** Payments that were completed after they had ended, since then, newest first. */
export function findLate(
  db: Db,
  shelf: Shelf,
  { createdSince, since, limit }: { createdSince: Date; since: Date; limit: number },
): Promise<(MarkedRow & { lateByS: number })[]> {
  return db.$queryRaw`
    SELECT r.completed_at AS at, extract(epoch FROM r.completed_at - r.created_at)::float8 AS "lateByS", ${MARKED}
    FROM payment_requests r WHERE ${on(shelf)} AND late AND created_at >= ${createdSince} AND completed_at >= ${since}
    ORDER BY completed_at DESC, id LIMIT ${limit}`;
}

/** Payments of which money went back since then, newest first; `returned` in minor units, all of it. */
export function findReturned(
  db: Db,
  shelf: Shelf,
  { createdSince, since, limit }: { createdSince: Date; since: Date; limit: number },
): Promise<(MarkedRow & { returned: bigint })[]> {
  return db.$queryRaw`
    SELECT last.at, r.reversed_amount AS returned, ${MARKED} FROM payment_requests r CROSS JOIN LATERAL (
      SELECT max(v.at) AS at FROM payment_attempts a JOIN payment_reversals v ON v.attempt_id = a.id
      WHERE a.payment_request_id = r.id) AS last
    WHERE ${on(shelf)} AND r.reversed_amount IS NOT NULL AND r.created_at >= ${createdSince} AND last.at >= ${since}
    ORDER BY last.at DESC, r.id LIMIT ${limit}`;
}
