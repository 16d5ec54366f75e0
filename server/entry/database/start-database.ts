import { hostname } from "node:os";
import pg from "pg";
import { startError } from "../../lib/config/start-error";

const CONNECT_TIMEOUT_MS = 10_000;

/** `bankside at db.example:5432`: a database for people, without user and password. */
export function databaseName(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${decodeURIComponent(pathname.slice(1))} at ${decodeURIComponent(host)}`;
}

/** A connection of its own, outside the product's pool; the caller ends it. Throws a start error without one. */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // For `pg_stat_activity`; PostgreSQL keeps 63 bytes.
    application_name: `bankside start ${hostname()} ${process.pid}`,
  });
  // A connection that ends meanwhile fails the next statement; without a listener it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    throw unreachable(databaseUrl, cause);
  }
  return client;
}

/** The start error for an unreachable database, without its password. */
function unreachable(databaseUrl: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : "") : String(cause);
  const advice =
    "Check DATABASE_URL (for migrations DATABASE_MIGRATION_URL, if set), and that PostgreSQL is running and accepts this user.";
  return startError(`The database ${databaseName(databaseUrl)} is unreachable (${reason}). ${advice}`, cause);
}

/** Whether the database has a table of this name in the search path. */
export async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [table]);
  return rows[0]?.found === true;
}
