import { claimDue, endLease, type Lease } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";

/** Claims due consents: an unanswered renewal, an expiry to record, or a revocation to send. */
export function claimConsents(db: Db, limit: number, leaseS: number): Promise<Lease[]> {
  return claimDue(db, { table: "account_consents", open: Prisma.sql`due_at IS NOT NULL`, limit, leaseS });
}

/** Reschedules a consent. Writes nothing when another worker has claimed it meanwhile. */
export async function reschedule(tx: Tx, lease: Lease, dueInS: number): Promise<void> {
  if (!(await endLease(tx, "account_consents", lease, dueInS))) return;
  await tx.$executeRaw`UPDATE account_consents SET tries = tries + 1 WHERE id = ${lease.id}::uuid`;
}

/** Ends the work on a consent that is over, and erases its tokens. */
export async function clearDueDate(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consents SET due_at = NULL, lease_until = NULL, grant_sealed = NULL
    WHERE id = ${id}::uuid AND state NOT IN ('awaiting', 'valid')`;
}
