/** Runs a statement: a connection or a pool. */
export type Database = { query(sql: string, values?: unknown[]): Promise<unknown> };

/**
 * VACUUM ANALYZE. It marks a page as visible to all, which index-only scans need, only when the commits of its rows are
 * flushed. With `synchronous_commit` off that is up to 0.6 s later, so plans differed by the speed of the machine.
 */
export async function vacuum(client: Database, tables: string): Promise<void> {
  await client.query("CHECKPOINT");
  await client.query(`VACUUM ANALYZE ${tables}`);
}
