// Queries an installation's database directly, also after the installation was killed.
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../../server/entry/database/embedded-postgres";
import type { Credential } from "../rest";

const CONNECTIONS = 4;
/** The credential of the demo shop's merchant. */
const SHOP_CLIENT_ID = "01931f00-0000-7000-8000-000000000023";

/** The demo shop's credential, from the demo's secrets file. */
export function shopCredentialOf(dataDir: string): Credential {
  const secrets = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8")) as Record<string, string>;
  return { client_id: SHOP_CLIENT_ID, client_secret: secrets[`client_secret.${SHOP_CLIENT_ID}`] ?? "" };
}

export type Database = ReturnType<typeof databaseOf>;

export function databaseOf(dataDir: string) {
  let opened: ReturnType<typeof open> | undefined;

  async function open() {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
    const pool = new pg.Pool({ connectionString: postgres.url("bankside"), max: CONNECTIONS });
    // The connection may be ended by the server; the next query then fails.
    pool.on("error", () => undefined);
    return { pool, postgres };
  }

  const connected = () => {
    opened ??= open();
    return opened;
  };

  async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const { pool } = await connected();
    return (await pool.query<Row>(sql, values)).rows;
  }

  /** Blocks every write to a table until the returned function is called. */
  async function lockTable(table: string): Promise<() => Promise<void>> {
    const { pool } = await connected();
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    return async () => client.release(true);
  }

  /** Releases PostgreSQL, which stops when its last user releases it. */
  async function close(): Promise<void> {
    const { pool, postgres } = await connected();
    await pool.end();
    await postgres.release();
  }

  return { query, lockTable, close };
}
