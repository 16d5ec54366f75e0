import { type Db, inMode, type MerchantMode, Prisma } from "../../lib/db";
import { currencyStepsSql } from "../../lib/money/currency-spans";
import type { Span } from "../../lib/zone-days";
import { type ExceptionHistoryRow, MERCHANTS_DETAIL } from "./history-store";
import { PAYMENT_FLOWS, PAYMENT_STAGES } from "./list-terms";

/** Every row, as partitions of the index `payment_requests_list`: each is in the order of creation. */
const LISTED = Prisma.sql`list_status = ANY (${[...PAYMENT_STAGES]}::text[]) AND flow = ANY (${[...PAYMENT_FLOWS]}::text[])`;

const spansOf = (spans: readonly Span[]) =>
  Prisma.sql`unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])
    WITH ORDINALITY AS span (starts_at, ends_at, number)`;

/** The currency with most payments since then, counted up to `upTo`; the first of equals. */
export async function findBusiestCurrency(
  db: Db,
  mode: MerchantMode,
  currencies: readonly string[],
  { since, upTo }: { since: Date; upTo: number },
): Promise<string | undefined> {
  const [busiest] = await db.$queryRaw<{ currency: string }[]>`
    SELECT known.currency FROM unnest(${[...currencies]}::text[]) AS known (currency) CROSS JOIN LATERAL (
      SELECT count(*) FROM (SELECT 1 FROM payment_requests r
        WHERE ${inMode(mode)} AND r.currency = known.currency AND ${LISTED} AND r.created_at >= ${since} LIMIT ${upTo}) AS few) AS found
    ORDER BY found.count DESC, known.currency LIMIT 1`;
  return busiest?.currency;
}

/** Minor units. `returned`: the part of the received amount that was returned since. */
export type Received = { count: number; amount: bigint; returned: bigint };

/** The completed payments of each span. */
export function sumReceived(db: Db, mode: MerchantMode, currency: string, spans: readonly Span[]): Promise<Received[]> {
  return db.$queryRaw<Received[]>`
    SELECT found.count, found.amount, found.returned FROM ${spansOf(spans)} CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, COALESCE(sum(amount), 0)::bigint AS amount,
        COALESCE(sum(reversed_amount), 0)::bigint AS returned
      FROM payment_requests WHERE ${inMode(mode)} AND currency = ${currency} AND status = 'completed'
        AND completed_at >= starts_at AND completed_at < ends_at) AS found
    ORDER BY span.number`;
}

/** Outcomes of created payments: `atBank` are those of `initiated` that have not ended. */
export type Outcomes = { created: number; initiated: number; atBank: number; completed: number };

/** Outcomes of the payments created in each span. */
export function countOutcomes(
  db: Db,
  mode: MerchantMode,
  currency: string,
  spans: readonly Span[],
): Promise<Outcomes[]> {
  return db.$queryRaw<Outcomes[]>`
    SELECT found.* FROM ${spansOf(spans)} CROSS JOIN LATERAL (
      SELECT count(*)::int AS created, count(initiated_at)::int AS initiated,
        count(*) FILTER (WHERE list_status = 'at_bank')::int AS "atBank",
        count(initiated_at) FILTER (WHERE list_status = 'completed')::int AS completed
      FROM payment_requests WHERE ${inMode(mode)} AND currency = ${currency} AND ${LISTED}
        AND created_at >= starts_at AND created_at < ends_at) AS found
    ORDER BY span.number`;
}

/** The number of approvals by seconds, the quickest first, of payments completed in the span. */
export function countApprovalTimes(
  db: Db,
  mode: MerchantMode,
  currency: string,
  { from, to }: Span,
): Promise<{ seconds: number; count: number }[]> {
  return db.$queryRaw`
    SELECT time_to_approval_s AS seconds, count(*)::int AS count FROM payment_requests
    WHERE ${inMode(mode)} AND currency = ${currency} AND status = 'completed' AND completed_at >= ${from} AND completed_at < ${to}
      AND time_to_approval_s IS NOT NULL
    GROUP BY 1 ORDER BY 1`;
}

/** A bank's payments. `atBank`: those that have not ended. `medianS`: from the hand-over to the approval, in seconds. */
export type BankOutcomes = {
  bankId: string;
  bankName: string;
  initiated: number;
  atBank: number;
  completed: number;
  medianS: number | null;
};

/**
 * Outcomes by bank of the payments created in the span, the bank with most payments first; approval times are of those
 * completed in it.
 */
export function countByBank(
  db: Db,
  mode: MerchantMode,
  currency: string,
  { from, to, limit }: Span & { limit: number },
): Promise<BankOutcomes[]> {
  return db.$queryRaw<BankOutcomes[]>`
    SELECT made.bank_id::text AS "bankId", named.bank_name AS "bankName", made.initiated, made."atBank", made.completed,
      approved.median AS "medianS"
    FROM (
      SELECT bank_id, count(*)::int AS initiated, count(*) FILTER (WHERE list_status = 'at_bank')::int AS "atBank",
        count(*) FILTER (WHERE list_status = 'completed')::int AS completed
      FROM payment_requests WHERE ${inMode(mode)} AND currency = ${currency} AND ${LISTED}
        AND created_at >= ${from} AND created_at < ${to} AND initiated_at IS NOT NULL AND bank_id IS NOT NULL
      GROUP BY bank_id ORDER BY 2 DESC, 1 LIMIT ${limit}) AS made
    LEFT JOIN (
      SELECT bank_id, percentile_disc(0.5) WITHIN GROUP (ORDER BY time_to_approval_s) AS median
      FROM payment_requests WHERE ${inMode(mode)} AND currency = ${currency} AND status = 'completed'
        AND completed_at >= ${from} AND completed_at < ${to} AND time_to_approval_s IS NOT NULL
      GROUP BY bank_id) AS approved USING (bank_id)
    CROSS JOIN LATERAL (
      SELECT bank_name FROM payment_requests WHERE ${inMode(mode)} AND bank_id = made.bank_id LIMIT 1) AS named
    ORDER BY made.initiated DESC, named.bank_name`;
}

/** The bank with most failed payments of a span; null if none failed. */
export async function findWorstBank(
  db: Db,
  mode: MerchantMode,
  currency: string,
  { from, to }: Span,
): Promise<{ bankName: string; lost: number; of: number } | null> {
  const [worst] = await db.$queryRaw<{ bankName: string; lost: number; of: number }[]>`
    SELECT bank_name AS "bankName", count(*) FILTER (WHERE status NOT IN ('completed', 'pending'))::int AS lost,
      count(*) FILTER (WHERE status <> 'pending')::int AS of
    FROM payment_requests WHERE ${inMode(mode)} AND currency = ${currency} AND ${LISTED}
      AND created_at >= ${from} AND created_at < ${to} AND initiated_at IS NOT NULL AND bank_name IS NOT NULL
    GROUP BY bank_name ORDER BY lost DESC, bank_name LIMIT 1`;
  return worst && worst.lost > 0 ? worst : null;
}

/** Payments at a bank since before then that have not ended. `oldest`: null if there are none. */
export async function countWaiting(
  db: Db,
  mode: MerchantMode,
  since: Date,
): Promise<{ count: number; oldest: Date | null; paymentRequestId: string | null }> {
  const [found] = await db.$queryRaw<{ count: number; oldest: Date | null; paymentRequestId: string | null }[]>`
    SELECT count(*)::int AS count, min(initiated_at) AS oldest,
      (array_agg(id ORDER BY initiated_at))[1]::text AS "paymentRequestId"
    FROM (${currencyStepsSql("payment_requests", mode)}) AS used JOIN payment_requests USING (currency)
    WHERE ${inMode(mode)} AND list_status = 'at_bank' AND initiated_at < ${since}
      AND NOT (live_attempt_id IS NULL AND expires_at <= app_now())`;
  return found ?? { count: 0, oldest: null, paymentRequestId: null };
}

/** A payment that needs attention. Amounts in minor units. */
export type MarkedRow = {
  paymentRequestId: string;
  paymentLinkId: string | null;
  paymentReference: string;
  amount: bigint;
  currency: string;
  at: Date;
};

const MARKED = Prisma.sql`r.id AS "paymentRequestId", r.payment_link_id AS "paymentLinkId",
  r.payment_reference AS "paymentReference", r.amount, r.currency`;

/** A payment with an open exception; `bankName`: of the exception's attempt. */
export type ExceptionItemRow = MarkedRow &
  Pick<ExceptionHistoryRow, "kind" | "detail"> & { exceptionId: string; bankName: string | null };

/** Payments with open exceptions, newest first. */
export function findMarked(db: Db, mode: MerchantMode, limit: number): Promise<ExceptionItemRow[]> {
  return db.$queryRaw`
    SELECT n.id::text AS "exceptionId", n.kind, ${MERCHANTS_DETAIL}, n.at, b.display_name AS "bankName", ${MARKED}
    FROM payment_exceptions n JOIN payment_requests r ON r.id = n.payment_request_id
      JOIN payment_attempts a ON a.id = n.attempt_id LEFT JOIN banks b ON b.id = a.bank_id
    WHERE n.resolved_at IS NULL AND n.test = ${mode.test} AND r.merchant_id = ${mode.merchantId}::uuid
    ORDER BY n.at DESC, n.id LIMIT ${limit}`;
}

/** Payments that were completed after they had ended, since then, newest first. */
export function findLate(
  db: Db,
  mode: MerchantMode,
  { since, limit }: { since: Date; limit: number },
): Promise<(MarkedRow & { lateByS: number })[]> {
  return db.$queryRaw`
    SELECT r.completed_at AS at, extract(epoch FROM r.completed_at - r.created_at)::float8 AS "lateByS", ${MARKED}
    FROM payment_requests r WHERE ${inMode(mode)} AND late AND completed_at >= ${since}
    ORDER BY completed_at DESC, id LIMIT ${limit}`;
}

/**
 * Payments with money returned since then, newest first; `returned`: the whole sum in minor units. A return updates its
 * payment, so the history is read of the payments that were updated since then.
 */
export function findReturned(
  db: Db,
  mode: MerchantMode,
  { since, limit }: { since: Date; limit: number },
): Promise<(MarkedRow & { returned: bigint })[]> {
  return db.$queryRaw`
    SELECT last.at, r.reversed_amount AS returned, ${MARKED} FROM payment_requests r CROSS JOIN LATERAL (
      SELECT max(v.at) AS at FROM payment_attempts a JOIN payment_reversals v ON v.attempt_id = a.id
      WHERE a.payment_request_id = r.id) AS last
    WHERE ${inMode(mode)} AND r.reversed_amount IS NOT NULL AND r.updated_at >= ${since} AND last.at >= ${since}
    ORDER BY last.at DESC, r.id LIMIT ${limit}`;
}
