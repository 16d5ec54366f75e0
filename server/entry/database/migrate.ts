import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import type { EncryptionKey } from "../../lib/config/env";
import { startError } from "../../lib/config/start-error";
import { recordKeys, refuseOtherKeys } from "./check-encryption-keys";
import { type Claim, markDatabase, refuseForeignDatabase } from "./claim-database";
import { grantRuntimeRole } from "./runtime-role";
import { connectTo, databaseName, hasTable } from "./start-database";
import { reportingBlockers, sessionsEnd, underStartLock } from "./start-lock";

const MIGRATIONS_FOLDER = "prisma/migrations";

interface Migration {
  path: string;
  content: string;
}

/** The session name of the migration engine, which `prisma/schema-engine.mjs` sets. */
const ENGINE_APPLICATION = "bankside migrations";

interface MigrateOptions {
  /** If it names another role than `ownerUrl`, that role is granted its rights. */
  runtimeUrl?: string;
  /** The installation that is about to run: the database of another kind is rejected, a new one is marked. */
  claim?: Claim;
  /** ENCRYPTION_KEY: a database with data sealed by another key is rejected. */
  keys?: readonly EncryptionKey[];
  /** Ends the wait for another process that migrates. */
  signal?: AbortSignal;
}

/**
 * Migrates a database to the current schema, as `prisma migrate deploy` does, and returns the names of the applied
 * migrations. Forward only. `ownerUrl`: the role that owns the tables. Throws a start error, before any change, for a
 * database of another installation and for a `runtimeUrl` of another database, and for an unreachable database, missing
 * rights, and a failed migration.
 */
export function migrate(ownerUrl: string, projectRoot: string, options: MigrateOptions = {}): Promise<string[]> {
  const { runtimeUrl = ownerUrl, claim, keys, signal } = options;
  const work = async (client: pg.Client) => {
    if (claim) await refuseForeignDatabase(client, ownerUrl, claim);
    if (keys) await refuseOtherKeys(client, ownerUrl, keys);
    if (runtimeUrl !== ownerUrl) await refuseOtherDatabase(client, ownerUrl, runtimeUrl);
    const migrations = readMigrations(path.join(projectRoot, MIGRATIONS_FOLDER));
    await forgetInterrupted(client);
    const applied = await appliedNames(client);
    const pending = migrations
      .map((migration) => migration.path.split("/")[0] ?? "")
      .filter((name) => !applied.has(name));
    // Usually nothing is pending, and the engine is not loaded.
    if (pending.length > 0) {
      await refuseWithoutRights(client, pending.length);
      await reportingBlockers(client, ENGINE_APPLICATION, () => applyAll(ownerUrl, projectRoot, migrations));
    }
    if (claim) await markDatabase(client, claim);
    if (keys) await recordKeys(client, keys);
    const runtimeRole = roleOf(runtimeUrl);
    if (runtimeRole !== roleOf(ownerUrl)) await grantRuntimeRole(client, runtimeRole);
    return pending;
  };
  return underStartLock(ownerUrl, work, signal);
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

function roleOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).username);
}

/** Checks the role's rights before the engine fails in the middle of a migration. */
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
    .map((name) => ({ path: `${name}/migration.sql`, file: path.join(folder, name, "migration.sql") }))
    .filter(({ file }) => existsSync(file))
    .map(({ path: relative, file }) => ({ path: relative, content: readFileSync(file, "utf8") }));
}

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  if (!(await hasTable(client, "_prisma_migrations"))) return new Set();
  const sql = "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL";
  const { rows } = await client.query<{ migration_name: string }>(sql);
  return new Set(rows.map((row) => row.migration_name));
}

/**
 * A migration commits as a whole (`prisma/schema-engine.mjs`), so one that a killed process left unfinished has changed
 * nothing and is applied again. Its session may outlive the process for a moment.
 */
async function forgetInterrupted(client: pg.Client): Promise<void> {
  if (!(await hasTable(client, "_prisma_migrations"))) return;
  const unfinished = "finished_at IS NULL AND rolled_back_at IS NULL";
  if ((await client.query(`SELECT FROM _prisma_migrations WHERE ${unfinished}`)).rowCount === 0) return;
  await sessionsEnd(client, ENGINE_APPLICATION, "Waiting for the migration of a process that has ended");
  await client.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE ${unfinished}`);
}

/** Sends the JSON-RPC call of `prisma migrate deploy` to the engine. */
async function applyAll(databaseUrl: string, projectRoot: string, migrations: readonly Migration[]): Promise<void> {
  const lockfile = { path: "migration_lock.toml", content: 'provider = "postgresql"\n' };
  const migrationDirectories = migrations.map(({ path: file, content }) => ({
    path: file.split("/")[0],
    migrationFile: { path: "migration.sql", content: { tag: "ok", value: content } },
  }));
  const params = {
    migrationsList: { baseDir: MIGRATIONS_FOLDER, lockfile, migrationDirectories, shadowDbInitScript: "" },
    filters: { externalTables: [], externalEnums: [] },
  };
  const reply = await callEngine(databaseUrl, projectRoot, {
    jsonrpc: "2.0",
    id: 1,
    method: "applyMigrations",
    params,
  });
  if (reply.error) throw startError(`A migration of the database failed: ${reply.error.message.trim()}`);
}

function callEngine(
  databaseUrl: string,
  projectRoot: string,
  request: object,
): Promise<{ error?: { message: string } }> {
  return new Promise((resolve, reject) => {
    // Passed in the environment: every user of the machine can read arguments.
    const child = spawn(process.execPath, [path.join(projectRoot, "prisma/schema-engine.mjs")], {
      cwd: projectRoot,
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      output.stdout += chunk.toString();
      // Open until the reply: the engine stops when this process dies.
      if (output.stdout.includes("\n")) child.stdin.end();
    });
    child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => {
      const line = output.stdout.split("\n").find((text) => text.includes('"id":1'));
      if (line) resolve(JSON.parse(line) as { error?: { message: string } });
      else reject(startError(`The migration engine ended with code ${code}: ${output.stderr.trim()}`));
    });
    child.stdin.write(`${JSON.stringify(request)}\n`);
  });
}
