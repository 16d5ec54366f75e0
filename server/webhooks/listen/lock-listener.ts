import pg from "pg";
import { env } from "../../lib/env";

const CONNECT_TIMEOUT_MS = 5_000;

/** The exclusive lock of a listener. */
export type ListenerLock = {
  /** Whether the connection, and the lock with it, is lost. */
  isLost(): boolean;
  release(): Promise<void>;
};

/**
 * Takes the exclusive lock of a listener, an advisory lock on its own connection, which ends with the process. Null:
 * another process holds it. Rejects if the database is unavailable.
 */
export async function lockListener(id: string): Promise<ListenerLock | null> {
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
