import { FREE_AND_DUE, type LeasedTable } from "../jobs/leased-rows";
import { type Db, Prisma } from "../lib/db";

/** Of a queue, no more than this is counted: a look at a backlog must not be another one. */
export const COUNTED_ROWS = 10_000;

/** `due`: nobody has it in hand though its time has come. Of more rows than are counted, these are the least there are. */
export type QueueCounts = {
  open: number;
  due: number;
  inHand: number;
  /** How long the row that has waited longest has been due, in seconds; null: none is due. */
  oldestDueForS: number | null;
};

/** What stands in a table of jobs; `open` says which rows are no history, in the words of its partial index. */
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
  /** Of the oldest transaction that is open now. */
  longestTransactionS: number;
  /** The newest migration that was applied; null where none is noted. */
  schema: string | null;
  /** By which the database's clock differs from this process's. */
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
  if (!row) throw new Error("The database did not say how it is.");
  return row;
}

/** How many things were noted with payments that nobody has dealt with, up to `limit`. */
export async function countOpenAnomalies(db: Db, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM payment_anomalies WHERE resolved_at IS NULL LIMIT ${limit}) AS seen`;
  return row?.count ?? 0;
}
