import { claimDue, endLease, type Lease } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";

/** Attempts `t` that wait for their credit: for a week, then they are the report's matter alone. */
const AWAITING = Prisma.sql`t.state IN ('ACCEPTED', 'EXECUTED', 'SUBMITTING', 'SUBMIT_UNKNOWN', 'DISPUTED')
  AND t.created_at > app_now() - interval '7 days'`;

/**
 * Gives every open account that payments are paid to a reading, and brings forward those whose payments have moved on
 * since its bank was asked, where the bank may be asked at any time. `soonS`: from when on.
 */
export async function planReadings(db: Db, soonS: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO account_readings (id)
    SELECT id FROM managed_accounts a WHERE closed_at IS NULL AND 'receiving' = ANY (roles)
      AND NOT EXISTS (SELECT 1 FROM account_readings r WHERE r.id = a.id)
    ON CONFLICT (id) DO NOTHING`;
  await db.$executeRaw`
    UPDATE account_readings r SET due_at = app_now() + make_interval(secs => ${soonS}::float8), tries = 0
    WHERE NOT limited AND due_at > app_now() + make_interval(secs => ${soonS}::float8) AND EXISTS (
      SELECT 1 FROM payment_attempts t JOIN attempt_transitions m ON m.attempt_id = t.id
      WHERE t.receiving_account_id = r.id AND ${AWAITING} AND m.at > COALESCE(r.asked_at, '-infinity'))`;
}

export function claimReadings(db: Db, limit: number, leaseS: number): Promise<Lease[]> {
  return claimDue(db, { table: "account_readings", open: Prisma.sql`TRUE`, limit, leaseS });
}

export type Reading = { since: Date; tries: number; askedAt: Date };

/**
 * Since when an account is read: the last answer less an overlap, because banks book late and backwards. `askedAt` is
 * now, by the database's clock.
 */
export async function findReading(db: Db, id: string, overlapDays: number): Promise<Reading | null> {
  const [row] = await db.$queryRaw<Reading[]>`
    SELECT COALESCE(read_at, created_at) - make_interval(days => ${overlapDays}::int) AS since, tries,
      app_now()::timestamptz(3) AS "askedAt"
    FROM account_readings WHERE id = ${id}::uuid`;
  return row ?? null;
}

/** Whether payments to the account wait for a credit. */
export async function isAwaitingCredit(db: Db, accountId: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM payment_attempts t WHERE t.receiving_account_id = ${accountId}::uuid AND ${AWAITING} LIMIT 1`;
  return rows.length > 0;
}

export type ReadingEnd = { askedAt: Date; problem: string | null; isNews: boolean; limited: boolean; dueInS: number };

/** Ends a reading: what came of it, and when the next is due. Nothing is written when another worker has it meanwhile. */
export async function endReading(tx: Tx, lease: Lease, end: ReadingEnd): Promise<void> {
  if (!(await endLease(tx, "account_readings", lease, end.dueInS))) return;
  await tx.$executeRaw`
    UPDATE account_readings SET problem = ${end.problem}, limited = ${end.limited}, asked_at = ${end.askedAt},
      tries = CASE WHEN ${end.isNews} THEN 0 ELSE tries + 1 END,
      read_at = CASE WHEN ${end.problem === null} THEN ${end.askedAt} ELSE read_at END
    WHERE id = ${lease.id}::uuid`;
}
