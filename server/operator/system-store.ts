import { FREE_AND_DUE, type LeasedTable } from "../jobs/leased-rows";
import { clockAheadMs, now } from "../lib/clock";
import { type Db, firstRow, Prisma } from "../lib/db";

/** Rows counted per queue at most, so that the page stays fast with a backlog. */
export const COUNTED_ROWS = 10_000;

/** `due`: due and not leased. Minimums, if there are more rows than are counted. */
export type QueueCounts = {
  open: number;
  due: number;
  inHand: number;
  /** Seconds since the earliest due time; null: none is due. */
  oldestDueForS: number | null;
};

/**
 * Counts a table of jobs. `open`: the condition of its partial index, and `ORDER BY due_at` where that reads no more rows:
 * then the counted ones are those that are due first.
 */
export async function countQueue(db: Db, table: LeasedTable, open: Prisma.Sql): Promise<QueueCounts> {
  const [row] = await db.$queryRaw<QueueCounts[]>`
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE ${FREE_AND_DUE}))::int AS due,
      (count(*) FILTER (WHERE lease_until > app_now()))::int AS "inHand",
      floor(extract(epoch FROM app_now() - min(due_at) FILTER (WHERE ${FREE_AND_DUE})))::int AS "oldestDueForS"
    FROM (SELECT due_at, lease_until FROM ${Prisma.raw(table)} WHERE ${open} LIMIT ${COUNTED_ROWS + 1}) AS seen`;
  return row ?? { open: 0, due: 0, inHand: 0, oldestDueForS: null };
}

/** `holder`: a session with its application, process and state, or a prepared transaction. */
type OldestTransaction = { since: Date; forS: number; holder: string };

export type DatabaseState = {
  version: string;
  sizeBytes: number;
  connections: number;
  maxConnections: number;
  /** Null: no transaction is open. */
  oldestTransaction: OldestTransaction | null;
  /** Replication slots without a reader. */
  idleSlots: string[];
  /** The newest applied migration; null: unknown. */
  schema: string | null;
  /** How far the database's clock is ahead of this process's. */
  clockAheadMs: number;
};

export async function readDatabaseState(db: Db): Promise<DatabaseState> {
  const sentMs = now().getTime();
  const [row] = await db.$queryRaw<(Omit<DatabaseState, "oldestTransaction" | "clockAheadMs"> & { clock: Date })[]>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS "sizeBytes",
      (SELECT count(*)::int FROM pg_stat_activity
        WHERE coalesce(backend_type, 'client backend') = 'client backend') AS connections,
      current_setting('max_connections')::int AS "maxConnections",
      ARRAY(SELECT slot_name::text FROM pg_replication_slots WHERE NOT active ORDER BY 1) AS "idleSlots",
      (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS schema,
      app_now() AS clock`;
  if (!row) throw new Error("The database returned no state.");
  const { clock, ...state } = row;
  return { ...state, clockAheadMs: clockAheadMs(clock, sentMs), oldestTransaction: await findOldestTransaction(db) };
}

/**
 * The oldest open transaction: what it can see is not removed from any table. Of sessions of other database roles only with
 * pg_read_all_stats. A vacuum of PostgreSQL's own may take long, and holds nothing back.
 */
export function findOldestTransaction(db: Db): Promise<OldestTransaction | null> {
  return firstRow(db.$queryRaw<OldestTransaction[]>`
    SELECT since, floor(extract(epoch FROM clock_timestamp() - since))::int AS "forS", holder FROM (
      SELECT xact_start AS since, concat_ws(', ', NULLIF(application_name, ''), 'process ' || pid, state) AS holder
        FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
          AND backend_type IS DISTINCT FROM 'autovacuum worker'
      UNION ALL
      SELECT prepared, 'prepared transaction ' || gid FROM pg_prepared_xacts WHERE database = current_database()) AS open
    ORDER BY since LIMIT 1`);
}

/** Open exceptions, counted up to `limit`. */
export async function countOpenExceptions(db: Db, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM payment_exceptions WHERE resolved_at IS NULL LIMIT ${limit}) AS seen`;
  return row?.count ?? 0;
}
