import { type Db, Prisma, type Tx } from "../lib/db";

/** The tables whose rows are jobs. Each has `id uuid`, `due_at timestamptz(3)` and `lease_until timestamptz(3)`. */
export type LeasedTable =
  | "webhook_deliveries"
  | "webhook_exams"
  | "payment_attempts"
  | "mails"
  | "account_consents"
  | "account_readings";

/**
 * A row in hand. `until` is the end of the lease, and the fence too: whoever claims the row after it writes a later
 * one, so that an outcome which comes too late no longer matches. Text, as the database wrote it: nothing is rounded.
 */
export type Lease = { id: string; until: string };

/** The condition on a row that is due and in nobody's hand. */
export const FREE_AND_DUE = Prisma.sql`due_at <= app_now() AND (lease_until IS NULL OR lease_until <= app_now())`;

export type Claim = {
  table: LeasedTable;
  /** Which rows are still open, in the words of the table's partial index: Prisma.sql`status = 'waiting'`. */
  open: Prisma.Sql;
  limit: number;
  /** Longer than the slowest run. Short, because a killed worker's rows are free again only when it ends. */
  leaseS: number;
};

/**
 * Takes up to `limit` rows that are open, due and free, the longest due first. One statement, and so one short
 * transaction: two workers never hold one row, and neither waits for the other (SKIP LOCKED).
 */
export function claimDue(db: Db, { table, open, limit, leaseS }: Claim): Promise<Lease[]> {
  const candidates = Prisma.sql`
    SELECT id FROM ${Prisma.raw(table)} WHERE ${open} AND ${FREE_AND_DUE}
    ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  return leaseRows(db, { table, candidates, leaseS });
}

/**
 * Leases the rows that `candidates` selects: a SELECT of ids that ends in a LIMIT and locks them FOR UPDATE SKIP
 * LOCKED. For a store whose choice is not simply "the longest due first". MATERIALIZED, because a planner that runs
 * the selection again for each row would lease more than the limit.
 */
export function leaseRows(
  db: Db,
  { table, candidates, leaseS }: { table: LeasedTable; candidates: Prisma.Sql; leaseS: number },
): Promise<Lease[]> {
  return db.$queryRaw<Lease[]>`
    WITH chosen AS MATERIALIZED (${candidates})
    UPDATE ${Prisma.raw(table)} AS t SET lease_until = app_now() + make_interval(secs => ${leaseS}::float8)
    FROM chosen WHERE t.id = chosen.id
    RETURNING t.id::text AS id, t.lease_until::text AS until`;
}

/**
 * Gives the row back, first thing in the transaction that writes the outcome. False: the lease ran out and another
 * worker took the row, so write nothing. `dueInS`: when the row is due again; absent: its due time stays.
 */
export async function endLease(tx: Tx, table: LeasedTable, lease: Lease, dueInS?: number): Promise<boolean> {
  const due =
    dueInS === undefined ? Prisma.sql`due_at` : Prisma.sql`app_now() + make_interval(secs => ${dueInS}::float8)`;
  const count = await tx.$executeRaw`
    UPDATE ${Prisma.raw(table)} SET lease_until = NULL, due_at = ${due}
    WHERE id = ${lease.id}::uuid AND lease_until = ${lease.until}::timestamptz`;
  return count === 1;
}

/** Advisory locks of this class say which workers live; the other half of the key is a hash of the worker's id. */
export const LIFE_CLASS = 0x6c6966; // "lif"

/**
 * The condition that nobody holds the lock of the worker named in `leased_by` (`worker-id.ts`): it died, or lost its
 * connection. For a table that has the column.
 */
export const WORKER_IS_GONE = Prisma.sql`(hashtext(leased_by::text)::bigint & 4294967295)::oid NOT IN (
  SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = ${LIFE_CLASS}::oid AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** The channel that workers listen on. */
export const DUE_CHANNEL = "bankside_due";

/** Tells every worker, at the commit, that a row became due. A lost notice costs a second: workers poll as well. */
export async function wake(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${DUE_CHANNEL}, '')`;
}
