/** Runs a statement: a connection or a pool. */
export type Database = { query(sql: string, values?: unknown[]): Promise<{ rows: { done?: boolean }[] }> };

const MOST_PASSES = 20;

/**
 * VACUUM ANALYZE of each table until all its pages are marked as visible to all, which index-only scans need. One pass
 * is not always enough: with `synchronous_commit` off it marks no page of a transaction until the commit is flushed, or
 * the commit of any of the 31 transactions that share its place in the commit log. So plans differed by the speed of the machine.
 */
export async function vacuum(client: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      await client.query("CHECKPOINT");
      await client.query(`VACUUM ANALYZE ${table}`);
      const sql = "SELECT relallvisible = relpages AS done FROM pg_class WHERE oid = $1::regclass";
      if ((await client.query(sql, [table])).rows[0]?.done) break;
    }
  }
}
