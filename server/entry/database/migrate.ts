import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import type { EncryptionKey, Env } from "../../lib/config/env";
import { startError } from "../../lib/config/start-error";
import { recordKeys, refuseOtherKeys } from "./check-encryption-keys";
import { type Claim, markDatabase, refuseForeignDatabase } from "./claim-database";
import { grantRuntimeRole } from "./runtime-role";
import { connectTo, databaseName, hasTable } from "./start-database";
import { reportingBlockers, underStartLock } from "./start-lock";
import { waitForProcesses } from "./wait-for-processes";

const MIGRATIONS_FOLDER = "prisma/migrations";

interface Migration {
  name: string;
  sql: string;
}

/** As Prisma creates it: its commands for development read and write the table too. */
const RECORD_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

interface MigrateOptions {
  /** If it names another role than `ownerUrl`, that role is granted its rights. */
  runtimeUrl?: string;
  /** The installation that is about to run: the database of another kind is rejected, a new one is marked. */
  claim?: Claim;
  /** ENCRYPTION_KEY: a database with data sealed by another key is rejected. */
  keys?: readonly EncryptionKey[];
  /** How long processes of the release before may take to end. */
  waitMs?: number;
  /** Ends the wait for other processes. */
  signal?: AbortSignal;
}

/**
 * Migrates a database to the current schema, as `prisma migrate deploy` does, and returns the names of the applied
 * migrations. Forward only. `ownerUrl`: the role that owns the tables. Throws a start error, before any change, for a
 * database of another installation or of a newer release, for a `runtimeUrl` of another database and while processes of
 * an earlier release run, and for an unreachable database, missing rights, and a failed migration.
 */
export function migrate(ownerUrl: string, projectRoot: string, options: MigrateOptions = {}): Promise<string[]> {
  const { runtimeUrl = ownerUrl, claim, keys, waitMs, signal } = options;
  const work = async (client: pg.Client) => {
    if (claim) await refuseForeignDatabase(client, ownerUrl, claim);
    if (keys) await refuseOtherKeys(client, ownerUrl, keys);
    if (runtimeUrl !== ownerUrl) await refuseOtherDatabase(client, ownerUrl, runtimeUrl);
    const migrations = readMigrations(path.join(projectRoot, MIGRATIONS_FOLDER));
    const applied = await appliedNames(client);
    refuseNewerDatabase(ownerUrl, migrations, applied);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    if (pending.length > 0) {
      await refuseWithoutRights(client, pending.length);
      // Of a demo, on this machine: a start after `kill -9` would wait for the heartbeat of the killed process.
      if (!claim?.embedded) await waitForProcesses(client, ownerUrl, { waitMs, signal });
      await reportingBlockers(ownerUrl, client, () => applyAll(client, pending));
    }
    if (claim) await markDatabase(client, claim);
    if (keys) await recordKeys(client, keys);
    const runtimeRole = roleOf(runtimeUrl);
    if (runtimeRole !== roleOf(ownerUrl)) await grantRuntimeRole(client, runtimeRole);
    return pending.map(({ name }) => name);
  };
  return underStartLock(ownerUrl, work, signal);
}

/**
 * For a process that does not migrate, such as a command: throws a start error for a database of another release, with
 * data sealed by another key, or that the role of DATABASE_URL may not read. Changes nothing.
 */
export async function checkDatabase(
  { databaseUrl, encryptionKeys }: Pick<Env, "databaseUrl" | "encryptionKeys">,
  projectRoot: string,
): Promise<void> {
  const client = await connectTo(databaseUrl);
  const migrations = readMigrations(path.join(projectRoot, MIGRATIONS_FOLDER));
  try {
    const applied = await appliedNames(client);
    refuseNewerDatabase(databaseUrl, migrations, applied);
    if (migrations.some(({ name }) => !applied.has(name))) throw notMigrated(databaseUrl);
    await refuseOtherKeys(client, databaseUrl, encryptionKeys);
  } catch (error) {
    // A restored database has no grants until it is migrated.
    throw (error as { code?: string }).code === NO_PRIVILEGE ? notMigrated(databaseUrl, error) : error;
  } finally {
    await client.end();
  }
}

const NO_PRIVILEGE = "42501";

function notMigrated(databaseUrl: string, cause?: unknown): Error {
  return startError(
    `The database ${databaseName(databaseUrl)} is not migrated for this release and the role of DATABASE_URL. Run npm run -s bankside -- migrate, or start this release.`,
    cause,
  );
}

const DATABASE_ID =
  "SELECT system_identifier || ' ' || oid AS id FROM pg_control_system(), pg_database WHERE datname = current_database()";

/** The product would start on a database that is not migrated. Host names are not compared: one may be a pooler's. */
async function refuseOtherDatabase(owner: pg.Client, ownerUrl: string, runtimeUrl: string): Promise<void> {
  const runtime = await connectTo(runtimeUrl);
  try {
    const [own, other] = await Promise.all([owner, runtime].map((each) => each.query<{ id: string }>(DATABASE_ID)));
    if (own?.rows[0]?.id === other?.rows[0]?.id) return;
  } finally {
    await runtime.end();
  }
  throw startError(
    `DATABASE_URL is the database ${databaseName(runtimeUrl)}, and DATABASE_MIGRATION_URL is another one, ${databaseName(ownerUrl)}. Set both to the same database.`,
  );
}

/** An older release would run on the newer schema, and fail at the first statement that no longer fits. */
function refuseNewerDatabase(databaseUrl: string, known: readonly Migration[], applied: ReadonlySet<string>): void {
  const unknown = [...applied].filter((one) => !known.some(({ name }) => name === one)).sort();
  if (unknown.length === 0) return;
  throw startError(
    `The database ${databaseName(databaseUrl)} belongs to a newer release, which applied ${unknown.join(", ")}: start that release, or restore the backup from before the upgrade.`,
  );
}

function roleOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).username);
}

/** Checks the role's rights before a migration fails for them. */
async function refuseWithoutRights(client: pg.Client, pending: number): Promise<void> {
  const sql = "SELECT current_user AS role, has_schema_privilege(current_schema(), 'CREATE') AS may";
  const { rows } = await client.query<{ role: string; may: boolean }>(sql);
  if (rows[0]?.may !== false) return;
  const what = pending === 1 ? "One migration is" : `${pending} migrations are`;
  throw startError(
    `${what} not applied yet, and the role ${rows[0].role} may not change the schema. Run npm run -s bankside -- migrate with DATABASE_MIGRATION_URL set to the role that owns the tables.`,
  );
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, "migration.sql") }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => ({ name, sql: readFileSync(file, "utf8") }));
}

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  if (!(await hasTable(client, "_prisma_migrations"))) return new Set();
  const sql = "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL";
  const { rows } = await client.query<{ migration_name: string }>(sql);
  return new Set(rows.map((row) => row.migration_name));
}

/**
 * Applies each migration in a transaction with its record, so that one that is interrupted has changed nothing and the
 * next start applies it again. On the connection that holds the start lock: without the lock nothing is applied.
 */
async function applyAll(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  await client.query(RECORD_TABLE);
  // Earlier releases recorded a migration's start on its own: of one that was interrupted only the record remained.
  await client.query(
    "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL",
  );
  for (const [index, migration] of pending.entries()) {
    const { name } = migration;
    let isCommitting = false;
    try {
      await client.query("BEGIN");
      await client.query(migration.sql);
      await record(client, migration);
      isCommitting = true;
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      const reason = error instanceof Error ? error.message : String(error);
      // A connection that ends during the COMMIT leaves open whether PostgreSQL completed it.
      throw isCommitting
        ? startError(
            `The COMMIT of the migration ${name} failed, so it may be applied or not: ${reason}. The next start checks that, and applies it if needed.`,
            error,
          )
        : startError(`The migration ${name} failed, and changed nothing: ${reason}${keptOf(pending, index)}`, error);
    }
  }
}

/** An older release no longer starts on a database with those that were applied before the one that failed. */
function keptOf(pending: readonly Migration[], failed: number): string {
  if (failed === 0) return "";
  const names = pending.slice(0, failed).map(({ name }) => name);
  return `. Applied before it, and kept: ${names.join(", ")}. Correct the cause and run this again, or restore the backup.`;
}

async function record(client: pg.Client, { name, sql }: Migration): Promise<void> {
  const insert = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ($1, $2, $3, clock_timestamp(), 1)`;
  await client.query(insert, [randomUUID(), createHash("sha256").update(sql).digest("hex"), name]);
}
