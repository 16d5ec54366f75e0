import pg from "pg";
import { setClockOffset, stopClockAt } from "../lib/clock";
import { env } from "../lib/config/env";
import { until } from "./until";

let offset = "0";
/** The start of the database's clock: the present, or the time at which it was stopped. */
let base = "now()";

/**
 * Moves the time for the rest of the test, cumulatively: the database's clock (`app_now()`) and the process's (`now()`)
 * together. `interval` is PostgreSQL's: `"15 minutes"`, `"7 days 1 second"`, `"-1 hour"`.
 */
export async function moveClock(interval: string): Promise<void> {
  await setOffset(`${offset} seconds`, interval);
}

/**
 * Stops the clocks of the database and of the process for the rest of the test, so that on a slow machine a lease does
 * not age. `moveClock` still moves them.
 */
export async function stopClock(): Promise<void> {
  await query(async (client) => {
    const { rows } = await client.query<{ moment: Date }>("SELECT date_trunc('milliseconds', now()) AS moment");
    const moment = rows[0]?.moment ?? new Date();
    base = `timestamptz '${moment.toISOString()}'`;
    stopClockAt(moment.getTime());
  });
  await moveClock("0");
}

/**
 * Moves the time to the middle of the hour or the day (UTC), the current or the next one, so that it does not end
 * during a test.
 */
export async function moveToMiddleOf(unit: "hour" | "day"): Promise<void> {
  const interval = await query(async (client) => {
    const middle = `date_trunc($1, app_now(), 'UTC') + ('1 ' || $1)::interval / 2`;
    const sql = `SELECT CASE WHEN ${middle} > app_now() THEN ${middle} ELSE ${middle} + ('1 ' || $1)::interval END
      - app_now() AS ahead`;
    const { rows } = await client.query<{ ahead: string }>(`SELECT ahead::text FROM (${sql}) AS it`, [unit]);
    return rows[0]?.ahead ?? "";
  });
  await moveClock(interval);
}

/** Resets the clocks to the present. The harness calls it after each test. */
export async function resetClock(): Promise<void> {
  if (offset === "0" && base === "now()") return;
  base = "now()";
  stopClockAt(undefined);
  await setOffset("0", "0");
}

async function setOffset(from: string, interval: string): Promise<void> {
  await query(async (client) => {
    const sql = "SELECT extract(epoch FROM $1::interval + $2::interval)::text AS seconds";
    const { rows } = await client.query<{ seconds: string }>(sql, [from, interval]);
    const seconds = Number(rows[0]?.seconds);
    const body = `SELECT ${base} + interval '${seconds} seconds'`;
    await client.query(
      `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
    );
    setClockOffset(seconds * 1000);
    offset = String(seconds);
  });
}

/** Connections of `query` to each database: opening one costs more than most statements. */
const pools = new Map<string, pg.Pool>();
const POOL = { max: 20, idleTimeoutMillis: 0, allowExitOnIdle: true };
/** Resets a session's state. Prepared statements stay: their plans make repeated statements cheap. */
const RESET_SESSION = "CLOSE ALL; UNLISTEN *; RESET ALL; SELECT pg_advisory_unlock_all(); DISCARD TEMP";

/**
 * Runs a statement, or `work`, on a connection of its own, outside the product's pool, to this test file's database, by
 * the role that owns the tables: the product's role may only change rows. The session's state is new: an open
 * transaction or any failure closes the connection.
 */
export function query<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
export function query(sql: string, values?: unknown[]): Promise<pg.QueryResult>;
export function query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
export async function query(act: string | ((client: pg.ClientBase) => Promise<unknown>), values?: unknown[]) {
  const client = await poolOf(env().migrationUrl).connect();
  let isReusable = false;
  try {
    const result = await (typeof act === "string" ? client.query(act, values) : act(client));
    if (client.getTransactionStatus() === "I") {
      await client.query(RESET_SESSION);
      isReusable = true;
    }
    return result;
  } finally {
    client.release(!isReusable);
  }
}

/** Closes the connections of `query`. The harness calls it after each file. */
export async function closeQueries(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((pool) => pool.end()));
}

function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, ...POOL });
  // An idle connection may be closed by a test or with its database; the next use opens a new one.
  pool.on("error", () => undefined);
  pools.set(connectionString, pool);
  return pool;
}

/** Resolves when so many statements wait for a lock. */
export async function untilLocksWait(count: number): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await query((client) => until(async () => (await client.query(sql)).rowCount === count));
}
