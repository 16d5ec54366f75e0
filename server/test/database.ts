import pg from "pg";
import { setClockOffset } from "../lib/clock";
import { env } from "../lib/env";

let offset = "0";
/** What the database's clock starts from: the present, or the moment at which it was stopped. */
let base = "now()";

/**
 * Moves time on for the rest of the test, cumulatively: the database's clock (`app_now()`) and the process's (`now()`)
 * together. `interval` is PostgreSQL's: `"15 minutes"`, `"7 days 1 second"`, `"-1 hour"`.
 */
export async function moveClock(interval: string): Promise<void> {
  await setOffset(`${offset} seconds`, interval);
}

/**
 * Stops the database's clock for the rest of the test: however slow the machine, what was claimed a moment ago stays as
 * young. It still moves by `moveClock`. The process's goes on.
 */
export async function stopClock(): Promise<void> {
  await query(async (client) => {
    const { rows } = await client.query<{ moment: string }>("SELECT date_trunc('milliseconds', now())::text AS moment");
    base = `timestamptz '${rows[0]?.moment}'`;
  });
  await moveClock("0");
}

/**
 * Moves time on to where the hour or the day (UTC) is half over, this one's or the next one's: so that it does not end in
 * the middle of a test.
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

/** Back to the present. The harness calls it after each test. */
export async function resetClock(): Promise<void> {
  if (offset === "0" && base === "now()") return;
  base = "now()";
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

/** Work on a connection of its own to this test file's database, apart from the product's pool. */
export async function query<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: env().databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
