import { hostname } from "node:os";
import pg from "pg";
import { startError } from "../../lib/config/start-error";

const CONNECT_TIMEOUT_MS = 10_000;

const SETTING = "DATABASE_URL (for migrations DATABASE_MIGRATION_URL, if set)";
type Refusal = (facts: { user: string; reason: string }) => string;
const REFUSALS: Record<string, Refusal> = {
  "28P01": ({ user }) =>
    `refuses the password of the user "${user}", or has no such user. Correct ${SETTING}; in a password, special characters are percent-encoded.`,
  "28000": ({ user, reason }) =>
    `refuses the user "${user}" (${reason}). Correct ${SETTING}, or allow this user in PostgreSQL's pg_hba.conf.`,
  "3D000": () => `does not exist. Create it, or correct its name in ${SETTING}.`,
};
const UNREACHABLE: Refusal = ({ reason }) =>
  `is unreachable (${reason}). Check ${SETTING}, and that PostgreSQL is running.`;

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
    throw connectionError(databaseUrl, cause);
  }
  return client;
}

/** The start error for a failed connection, without its password. SQLSTATE by PostgreSQL's appendix A. */
function connectionError(databaseUrl: string, cause: unknown): Error {
  const { code, message } = cause as { code?: string; message?: string };
  const sentences = REFUSALS[code ?? ""] ?? UNREACHABLE;
  const user = decodeURIComponent(new URL(databaseUrl).username);
  const sentence = sentences({ user, reason: message || code || String(cause) });
  return startError(`The database ${databaseName(databaseUrl)} ${sentence}`, cause);
}

/** Whether the database has a table of this name in the search path. */
export async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [table]);
  return rows[0]?.found === true;
}
