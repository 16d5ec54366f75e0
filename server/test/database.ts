import pg from "pg";
import { setClockOffset } from "../lib/clock";
import { env } from "../lib/env";

let offset = "0";

/**
 * Moves time on for the rest of the test, cumulatively: the database's clock (`app_now()`) and the process's (`now()`)
 * together. `interval` is PostgreSQL's: `"15 minutes"`, `"7 days 1 second"`, `"-1 hour"`.
 */
export async function moveClock(interval: string): Promise<void> {
  await setOffset(`${offset} seconds`, interval);
}

/** Back to the present. The harness calls it after each test. */
export async function resetClock(): Promise<void> {
  if (offset !== "0") await setOffset("0", "0");
}

async function setOffset(from: string, interval: string): Promise<void> {
  await query(async (client) => {
    const sql = "SELECT extract(epoch FROM $1::interval + $2::interval)::text AS seconds";
    const { rows } = await client.query<{ seconds: string }>(sql, [from, interval]);
    const seconds = Number(rows[0]?.seconds);
    const body = `SELECT now() + interval '${seconds} seconds'`;
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
