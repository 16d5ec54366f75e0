import { changedOne, type Db, notifyAfterCommit, Prisma, type Tx } from "../lib/db";

/** The tables whose rows are jobs. Each has `id uuid`, `due_at timestamptz(3)` and `lease_until timestamptz(3)`. */
export type LeasedTable =
  | "webhook_deliveries"
  | "receiver_tests"
  | "payment_attempts"
  | "mails"
  | "account_consents"
  | "statement_fetches";

/**
 * A leased row. `until` is the end of the lease and the fencing token: a later lease has a later value, so a late
 * outcome is detected. Text, so that nothing is rounded.
 */
export type Lease = { id: string; until: string };

/** Not leased. */
export const FREE = Prisma.sql`(lease_until IS NULL OR lease_until <= app_now())`;
/** Due and not leased. */
export const FREE_AND_DUE = Prisma.sql`due_at <= app_now() AND ${FREE}`;

type Claim = {
  table: LeasedTable;
  /** Which rows are open; equal to the condition of the table's partial index: Prisma.sql`status = 'waiting'`. */
  open: Prisma.Sql;
  limit: number;
  /** Longer than the slowest run, and short, because a killed worker's rows are free only after it. */
  leaseS: number;
};

/**
 * Leases up to `limit` open, due, free rows, the longest due first. One statement: two workers never lease the same
 * row, and neither waits for the other (SKIP LOCKED).
 */
export function claimDue(db: Db, { table, open, limit, leaseS }: Claim): Promise<Lease[]> {
  const candidates = Prisma.sql`
    SELECT id FROM ${Prisma.raw(table)} WHERE ${open} AND ${FREE_AND_DUE}
    ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  return leaseRows(db, { table, candidates, leaseS });
}

/**
 * Leases the rows that `candidates` selects: a SELECT of ids with a LIMIT and FOR UPDATE SKIP LOCKED, for stores with
 * another order than "the longest due first". MATERIALIZED, because a planner that repeats the selection for each row
 * would lease more than the limit.
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
 * Ends the lease, as the first statement of the transaction that writes the outcome. False: another worker has leased
 * the row; write nothing. `dueInS`: when the row is due again; absent: unchanged.
 */
export async function endLease(tx: Tx, table: LeasedTable, lease: Lease, dueInS?: number): Promise<boolean> {
  const due =
    dueInS === undefined ? Prisma.sql`due_at` : Prisma.sql`app_now() + make_interval(secs => ${dueInS}::float8)`;
  return changedOne(tx.$executeRaw`
    UPDATE ${Prisma.raw(table)} SET lease_until = NULL, due_at = ${due}
    WHERE id = ${lease.id}::uuid AND lease_until = ${lease.until}::timestamptz`);
}

/**
 * Prolongs a lease to at least `leaseS` from now, before a call that must not be made twice. False: another worker has leased
 * the row; do not make the call.
 */
export async function prolongLease(db: Db, table: LeasedTable, lease: Lease, leaseS: number): Promise<boolean> {
  const [row] = await db.$queryRaw<Pick<Lease, "until">[]>`
    UPDATE ${Prisma.raw(table)}
    SET lease_until = GREATEST(lease_until, app_now() + make_interval(secs => ${leaseS}::float8))
    WHERE id = ${lease.id}::uuid AND lease_until = ${lease.until}::timestamptz
    RETURNING lease_until::text AS until`;
  if (row) lease.until = row.until;
  return row !== undefined;
}

/** The NOTIFY channel of due rows. Its payload is their table. */
export const DUE_CHANNEL = "bankside_due";

/**
 * Notifies every worker after the commit that a row of the table became due. A lost notification delays it by 1 s, because
 * workers also poll.
 */
export function wake(tx: Tx, table: LeasedTable): void {
  notifyAfterCommit(tx, DUE_CHANNEL, table);
}
