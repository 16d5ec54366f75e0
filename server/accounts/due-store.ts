import { claimDue, endLease, type Lease } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";

/** Takes consents about which something is to be done: a question nobody answered, an end to write down or to tell. */
export function claimConsents(db: Db, limit: number, leaseS: number): Promise<Lease[]> {
  return claimDue(db, { table: "account_consents", open: Prisma.sql`due_at IS NOT NULL`, limit, leaseS });
}

/** Puts it back for later. Nothing is written when another worker has it meanwhile. */
export async function putOff(tx: Tx, lease: Lease, dueInS: number): Promise<void> {
  if (!(await endLease(tx, "account_consents", lease, dueInS))) return;
  await tx.$executeRaw`UPDATE account_consents SET tries = tries + 1 WHERE id = ${lease.id}::uuid`;
}

/** Nothing more is to be done about a consent that is over: its tokens are erased. */
export async function setDone(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consents SET due_at = NULL, lease_until = NULL, grant_sealed = NULL
    WHERE id = ${id}::uuid AND state NOT IN ('awaiting', 'valid')`;
}
