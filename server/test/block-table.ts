import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const LOCK = 20_261_120;
const STEP_MS = 10;

export type TableBlock = {
  /** Resolves when exactly `count` statements wait for the release. */
  waiting(count: number): Promise<void>;
  release(): Promise<void>;
};

/**
 * Blocks every transaction that inserts into the table, at the insert or at the commit, until `release`: a test can act
 * in between without depending on timing. Uses a separate connection. `of`: blocks updates instead of inserts. `rows`: the
 * SQL condition of those that are blocked, on NEW and OLD.
 */
export async function blockTable(
  databaseUrl: string,
  table: string,
  at: "insert" | "commit",
  of: "INSERT" | "UPDATE" = "INSERT",
  rows = "true",
): Promise<TableBlock> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const kind = at === "commit" ? "CONSTRAINT TRIGGER" : "TRIGGER";
  const when = at === "commit" ? "DEFERRABLE INITIALLY DEFERRED" : "";
  await client.query(`
    SELECT pg_advisory_lock(${LOCK});
    CREATE FUNCTION wait_for_release() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NULL; END $$;
    CREATE ${kind} block_table AFTER ${of} ON ${table} ${when} FOR EACH ROW WHEN (${rows})
      EXECUTE FUNCTION wait_for_release()`);
  return {
    async waiting(count) {
      const sql = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await client.query<{ n: number }>(sql)).rows[0]?.n !== count) await sleep(STEP_MS);
    },
    async release() {
      await client.query(`SELECT pg_advisory_unlock(${LOCK})`);
      // Takes the table's lock, so it waits for the blocked transactions.
      await client.query(`DROP TRIGGER block_table ON ${table}; DROP FUNCTION wait_for_release()`);
      await client.end();
    },
  };
}
