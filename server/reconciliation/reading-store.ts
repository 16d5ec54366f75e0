import { claimDue, endLease, type Lease } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";

const AWAITING = Prisma.sql`state IN ('ACCEPTED', 'EXECUTED', 'SUBMITTING', 'SUBMIT_UNKNOWN', 'DISPUTED')`;

/**
 * Gives every open account that payments are paid to a reading, and brings forward those whose payments wait for a credit
 * that nobody has looked for since the attempt was last heard of. `soonS`: from when on.
 */
export async function planReadings(db: Db, soonS: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO account_readings (id)
    SELECT id FROM managed_accounts a WHERE closed_at IS NULL AND 'receiving' = ANY (roles)
      AND NOT EXISTS (SELECT 1 FROM account_readings r WHERE r.id = a.id)
    ON CONFLICT (id) DO NOTHING`;
  await db.$executeRaw`
    UPDATE account_readings r SET due_at = LEAST(due_at, app_now() + make_interval(secs => ${soonS}::float8)), tries = 0
    WHERE due_at > app_now() + make_interval(secs => ${soonS}::float8) AND EXISTS (
      SELECT 1 FROM payment_attempts t WHERE t.receiving_account_id = r.id AND t.${AWAITING}
        AND t.created_at > COALESCE(r.read_at, '-infinity'))`;
}

export function claimReadings(db: Db, limit: number, leaseS: number): Promise<Lease[]> {
  return claimDue(db, { table: "account_readings", open: Prisma.sql`TRUE`, limit, leaseS });
}

export type Reading = { id: string; since: Date; tries: number };

/** Since when an account is read: the last answer less an overlap, because banks book late and backwards. */
export async function findReading(db: Db, id: string, overlapDays: number): Promise<Reading | null> {
  const [row] = await db.$queryRaw<Reading[]>`
    SELECT id::text AS id, COALESCE(read_at, created_at) - make_interval(days => ${overlapDays}::int) AS since, tries
    FROM account_readings WHERE id = ${id}::uuid`;
  return row ?? null;
}

/** Whether payments to the account wait for a credit. */
export async function isAwaitingCredit(db: Db, accountId: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM payment_attempts WHERE receiving_account_id = ${accountId}::uuid AND ${AWAITING} LIMIT 1`;
  return rows.length > 0;
}

/** Ends a reading: what came of it, and when the next is due. Nothing is written when another worker has it meanwhile. */
export async function endReading(
  tx: Tx,
  lease: Lease,
  end: { problem: string | null; isNews: boolean; dueInS: number },
): Promise<void> {
  if (!(await endLease(tx, "account_readings", lease, end.dueInS))) return;
  await tx.$executeRaw`
    UPDATE account_readings SET problem = ${end.problem}, tries = CASE WHEN ${end.isNews} THEN 0 ELSE tries + 1 END,
      read_at = CASE WHEN ${end.problem === null} THEN app_now() ELSE read_at END
    WHERE id = ${lease.id}::uuid`;
}
