import { endLease, FREE_AND_DUE, type Lease, leaseRows } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";

/** Attempts `t` that wait for their credit, for a week; older ones are only reported. */
const AWAITING = Prisma.sql`t.state IN ('ACCEPTED', 'EXECUTED', 'SUBMITTING', 'SUBMIT_UNKNOWN', 'DISPUTED')
  AND t.created_at > app_now() - interval '7 days'`;

/**
 * Inserts a statement fetch for every open receiving account, and makes fetches due in `soonS` seconds where payments have
 * changed since the last fetch and the bank does not limit fetches; and those at once that failed for a consent which was
 * granted since, or because the account was closed, which was opened again.
 */
export async function planStatementFetches(db: Db, soonS: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO statement_fetches (id)
    SELECT id FROM managed_accounts a WHERE closed_at IS NULL AND 'receiving' = ANY (roles)
      AND NOT EXISTS (SELECT 1 FROM statement_fetches r WHERE r.id = a.id)
    ON CONFLICT (id) DO NOTHING`;
  await db.$executeRaw`
    UPDATE statement_fetches r SET due_at = app_now() + make_interval(secs => ${soonS}::float8), tries = 0
    WHERE NOT limited AND due_at > app_now() + make_interval(secs => ${soonS}::float8) AND EXISTS (
      SELECT 1 FROM payment_attempts t JOIN attempt_transitions m ON m.attempt_id = t.id
      WHERE t.receiving_account_id = r.id AND ${AWAITING} AND m.at > COALESCE(r.fetched_at, '-infinity'))`;
  await db.$executeRaw`
    UPDATE statement_fetches r SET due_at = app_now(), tries = 0
    WHERE limited AND due_at > app_now() AND ((problem = 'no-consent' OR problem LIKE 'consent-%') AND EXISTS (
        SELECT 1 FROM account_consents c
        WHERE c.account_id = r.id AND c.state = 'valid' AND c.granted_at >= r.fetched_at)
      OR problem = 'closed' AND EXISTS (SELECT 1 FROM managed_accounts a WHERE a.id = r.id AND a.closed_at IS NULL))`;
}

/** The longest due first, of each connection at most `perBank`, with those in flight. */
export function claimStatementFetches(
  db: Db,
  { limit, perBank, leaseS }: { limit: number; perBank: number; leaseS: number },
): Promise<Lease[]> {
  // Leased rows are still due.
  const candidates = Prisma.sql`
    SELECT id FROM statement_fetches WHERE ${FREE_AND_DUE} AND id IN (
      SELECT id FROM (
        SELECT f.id, row_number() OVER (PARTITION BY a.bank_slug
          ORDER BY COALESCE(f.lease_until > app_now(), FALSE) DESC, f.due_at, f.id) AS nth
        FROM statement_fetches f JOIN managed_accounts a ON a.id = f.id WHERE f.due_at <= app_now()) due
      WHERE nth <= ${perBank}::int)
    ORDER BY due_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED`;
  return leaseRows(db, { table: "statement_fetches", candidates, leaseS });
}

export type StatementFetch = {
  since: Date;
  tries: number;
  fetchedAt: Date;
  isBalanceDue: boolean;
  sliceDays: number | null;
  unreadableSince: Date | null;
};

/**
 * `since`: the end of the last slice, or the last successful fetch less an overlap, because banks book late and with past
 * dates. `fetchedAt`: now, by the database's clock. A booked balance is due once a month (UTC); after an answer without one,
 * a day later, because banks allow four unattended fetches a day.
 */
export async function findStatementFetch(db: Db, id: string, overlapDays: number): Promise<StatementFetch | null> {
  const [row] = await db.$queryRaw<StatementFetch[]>`
    SELECT COALESCE(resume_at, COALESCE(read_at, created_at) - make_interval(days => ${overlapDays}::int)) AS since,
      tries, slice_days AS "sliceDays", unreadable_since AS "unreadableSince",
      app_now()::timestamptz(3) AS "fetchedAt",
      (balance_fetched_at IS NULL OR balance_fetched_at <= app_now() - interval '1 day') AND NOT EXISTS (
        SELECT 1 FROM booked_balances b
        WHERE b.account_id = f.id AND b.at >= date_trunc('month', app_now(), 'UTC')) AS "isBalanceDue"
    FROM statement_fetches f WHERE id = ${id}::uuid`;
  return row ?? null;
}

/** Whether a payment to the account waits for its credit. */
export async function isAwaitingCredit(db: Db, accountId: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM payment_attempts t WHERE t.receiving_account_id = ${accountId}::uuid AND ${AWAITING} LIMIT 1`;
  return rows.length > 0;
}

/**
 * What a fetch has read. `readTo`: the end of what is known; null: no progress. `resumeAt`: where the next one starts unless
 * this one `isWhole`. `gapUntil`: the end of a period of which entries are lost. `fetchedBalance`: the bank answered.
 * `unreadableSince`: the first fetch with an entry that is still unreadable and not lost.
 */
export type FetchedStatement = {
  readTo: Date | null;
  resumeAt: Date | null;
  isWhole: boolean;
  gapUntil: Date | null;
  sliceDays: number | null;
  unreadableSince: Date | null;
  fetchedBalance: boolean;
  problem: string | null;
  hasNew: boolean;
  limited: boolean;
};
export type StatementFetchResult = FetchedStatement & { fetchedAt: Date; since: Date; dueInS: number };

/** Stores a fetch's result and when the next is due. False: another worker has claimed it meanwhile; nothing is written. */
export async function endStatementFetch(tx: Tx, lease: Lease, end: StatementFetchResult): Promise<boolean> {
  if (!(await endLease(tx, "statement_fetches", lease, end.dueInS))) return false;
  await tx.$executeRaw`
    UPDATE statement_fetches SET problem = ${end.problem}, limited = ${end.limited}, fetched_at = ${end.fetchedAt},
      tries = CASE WHEN ${end.hasNew} THEN 0 ELSE tries + 1 END,
      read_at = GREATEST(read_at, ${end.readTo}::timestamptz), slice_days = ${end.sliceDays}::int,
      unreadable_since = ${end.unreadableSince}::timestamptz,
      resume_at = CASE WHEN NOT ${end.isWhole} THEN COALESCE(${end.resumeAt}::timestamptz, resume_at) END,
      covered_from = CASE WHEN ${end.readTo}::timestamptz IS NULL THEN covered_from
        WHEN ${end.gapUntil}::timestamptz > read_at THEN ${end.gapUntil}::timestamptz
        ELSE COALESCE(covered_from, ${end.gapUntil}::timestamptz, ${end.since}) END,
      balance_fetched_at = CASE WHEN ${end.fetchedBalance} THEN ${end.fetchedAt} ELSE balance_fetched_at END
    WHERE id = ${lease.id}::uuid`;
  if (end.gapUntil === null) return true;
  // A balance from before the gap says nothing about the transactions after it.
  await tx.$executeRaw`
    DELETE FROM booked_balances b USING statement_fetches f
    WHERE f.id = ${lease.id}::uuid AND b.account_id = f.id AND b.at < f.covered_from`;
  return true;
}
