import pg from "pg";
import { env } from "../../lib/env";

const CONNECT_TIMEOUT_MS = 5_000;

/** The sole right to a listener. */
export type Hold = {
  /** Whether the connection, and the right with it, is gone. */
  isLost(): boolean;
  release(): Promise<void>;
};

/**
 * Takes the sole right to a listener, by an advisory lock of a connection of its own: it ends with the process, however
 * that ends. Null: another process has it. Rejects when the database is not in reach.
 */
export async function holdListener(id: string): Promise<Hold | null> {
  const client = new pg.Client({
    connectionString: env().databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: "bankside listener",
  });
  let lost = false;
  client.on("error", () => (lost = true));
  client.on("end", () => (lost = true));
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    const sql = "SELECT pg_try_advisory_lock(hashtextextended('webhook listener ' || $1, 0)) AS granted";
    const { rows } = await client.query<{ granted: boolean }>(sql, [id]);
    if (rows[0]?.granted === true) return { isLost: () => lost, release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}
