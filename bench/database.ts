import type pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { migrate } from "../server/entry/database/migrate";
import type { PrismaClient } from "../server/generated/prisma/client";
import { env } from "../server/lib/config/env";
import { db } from "../server/lib/db";
import { newId } from "../server/lib/ids";
import { inDataDir, root, thenStopAll } from "./processes";
import { connect } from "./servers";

export const merchantIds = Array.from({ length: 50 }, newId);
export const merchantId = merchantIds[0] ?? "";

/** How commits are made safe, for all servers of a run alike. */
export type Durability = { durable: boolean; commitDelayMs: number };

/** The options of a command that uses it: `--durable`, `--commit-delay <ms>`. */
export const DURABILITY_OPTIONS = {
  durable: { type: "boolean", default: false },
  "commit-delay": { type: "string", default: "0" },
} as const;

export function durabilityOf(given: { durable: boolean; "commit-delay": string }): Durability {
  const commitDelayMs = Number(given["commit-delay"]);
  // commit_delay's own limit.
  if (!(commitDelayMs >= 0 && commitDelayMs <= 100)) throw new Error("--commit-delay takes milliseconds, 0 to 100.");
  return { durable: given.durable || commitDelayMs > 0, commitDelayMs };
}

export function describeDurability({ durable, commitDelayMs }: Durability): string {
  if (!durable) return "PostgreSQL without fsync for all, so that the disc does not hide the differences.";
  const delay = commitDelayMs === 0 ? "" : ` Each flush takes ${commitDelayMs} ms more, as on a slower disc.`;
  return `PostgreSQL with fsync and synchronous commit for all: each commit waits for the disc.${delay}`;
}

/** Runs the work with a PostgreSQL and a data folder of its own; afterwards no started program is left. */
export async function withDatabase(
  work: (postgres: EmbeddedPostgres, dataDir: string) => Promise<void>,
  durability: Durability = { durable: false, commitDelayMs: 0 },
): Promise<void> {
  await inDataDir(async (dataDir) => {
    const postgres = await startDatabase(dataDir, durability);
    try {
      await thenStopAll(() => work(postgres, dataDir));
    } finally {
      await postgres.release();
    }
  });
}

/**
 * PostgreSQL for a run. A delay is PostgreSQL's own `commit_delay`, with `commit_siblings` 0: the process that flushes the
 * log sleeps before it, under the lock of the flush. So one flush follows the other, each serves all commits that wait,
 * and a transaction that writes nothing waits for none, as on a disc that takes this long.
 */
async function startDatabase(dataDir: string, durability: Durability): Promise<EmbeddedPostgres> {
  const { durable, commitDelayMs } = durability;
  const postgres = await startEmbeddedPostgres({ dataDir, durable });
  if (commitDelayMs === 0) return postgres;
  const client = await connect(postgres.url("postgres"));
  await client.query(`ALTER SYSTEM SET commit_delay = ${Math.round(commitDelayMs * 1000)}`);
  await client.query("ALTER SYSTEM SET commit_siblings = 0");
  await client.query("SELECT pg_reload_conf()");
  await client.end();
  return postgres;
}

/** Migrates the database and writes the merchants, all of one partner if it is given. */
export async function migrateWithMerchants(url: string, partnerId: string | null = null): Promise<pg.Client> {
  await migrate(url, root);
  const client = await connect(url);
  if (partnerId !== null) await client.query("INSERT INTO partners (id, name) VALUES ($1, 'Partner')", [partnerId]);
  await client.query(
    "INSERT INTO merchants (id, brand_name, partner_id) SELECT id, 'Merchant', $2 FROM unnest($1::uuid[]) AS id",
    [merchantIds, partnerId],
  );
  return client;
}

/** The use-cases of this process now run on this database. */
export function databaseOf(url: string, dataDir: string): PrismaClient {
  const ENCRYPTION_KEY = `bench:${Buffer.alloc(32, 1).toString("base64")}`;
  const NEXTAUTH_SECRET = "a secret of the bench, of enough characters";
  Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: "1", ENCRYPTION_KEY, NEXTAUTH_SECRET });
  env().databaseUrl = url;
  return db();
}
