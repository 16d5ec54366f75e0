import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const LOCK = 20_261_120;
const STEP_MS = 10;

export type Gate = {
  /** Resolves when so many statements stand before it. */
  waiting(count: number): Promise<void>;
  open(): Promise<void>;
};

/**
 * Holds every transaction that inserts into the table: at that statement, or at its commit. So that a test can do
 * something in between, and need not hope to hit the moment. The database's own connections; `open` takes it away again.
 * `of`: another change of the table instead of the insert.
 */
export async function closeGate(
  databaseUrl: string,
  table: string,
  at: "insert" | "commit",
  of: "INSERT" | "UPDATE" = "INSERT",
): Promise<Gate> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const kind = at === "commit" ? "CONSTRAINT TRIGGER" : "TRIGGER";
  const when = at === "commit" ? "DEFERRABLE INITIALLY DEFERRED" : "";
  await client.query(`
    SELECT pg_advisory_lock(${LOCK});
    CREATE FUNCTION pass_gate() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NULL; END $$;
    CREATE ${kind} gate AFTER ${of} ON ${table} ${when} FOR EACH ROW EXECUTE FUNCTION pass_gate()`);
  return {
    async waiting(count) {
      const sql = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await client.query<{ n: number }>(sql)).rows[0]?.n !== count) await sleep(STEP_MS);
    },
    async open() {
      await client.query(`SELECT pg_advisory_unlock(${LOCK})`);
      // Takes the table's lock, and so waits for whoever was held.
      await client.query(`DROP TRIGGER gate ON ${table}; DROP FUNCTION pass_gate()`);
      await client.end();
    },
  };
}
