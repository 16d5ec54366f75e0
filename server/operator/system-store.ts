import { FREE_AND_DUE, type LeasedTable } from "../jobs/leased-rows";
import { type Db, Prisma } from "../lib/db";

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

/** Counts a table of jobs; `open`: the condition of its partial index. */
export async function countQueue(db: Db, table: LeasedTable, open: Prisma.Sql): Promise<QueueCounts> {
  const [row] = await db.$queryRaw<QueueCounts[]>`
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE ${FREE_AND_DUE}))::int AS due,
      (count(*) FILTER (WHERE lease_until > app_now()))::int AS "inHand",
      floor(extract(epoch FROM app_now() - min(due_at) FILTER (WHERE ${FREE_AND_DUE})))::int AS "oldestDueForS"
    FROM (SELECT due_at, lease_until FROM ${Prisma.raw(table)} WHERE ${open} LIMIT ${COUNTED_ROWS + 1}) AS seen`;
  return row ?? { open: 0, due: 0, inHand: 0, oldestDueForS: null };
}

export type DatabaseState = {
  version: string;
  sizeBytes: number;
  connections: number;
  maxConnections: number;
  /** Age of the oldest open transaction. */
  longestTransactionS: number;
  /** The newest applied migration; null: unknown. */
  schema: string | null;
  /** The database's clock. */
  clock: Date;
};

export async function readDatabaseState(db: Db): Promise<DatabaseState> {
  const [row] = await db.$queryRaw<DatabaseState[]>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS "sizeBytes",
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      current_setting('max_connections')::int AS "maxConnections",
      COALESCE((SELECT floor(extract(epoch FROM clock_timestamp() - min(xact_start)))::int FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()), 0) AS "longestTransactionS",
      (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS schema,
      app_now() AS clock`;
  if (!row) throw new Error("The database returned no state.");
  return row;
}

/** Open exceptions, counted up to `limit`. */
export async function countOpenExceptions(db: Db, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM payment_exceptions WHERE resolved_at IS NULL LIMIT ${limit}) AS seen`;
  return row?.count ?? 0;
}
