import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { startError } from "../lib/start-error";
import { type Claim, markDatabase, refuseForeignDatabase } from "./claim-database";
import { grantRuntimeRole } from "./runtime-role";

const MIGRATIONS_FOLDER = "prisma/migrations";
/** Serialises migrations of a database over all processes: the engine's WebAssembly build skips its own lock. */
const MIGRATE_LOCK = 7_303;
const CONNECT_TIMEOUT_MS = 10_000;

interface Migration {
  path: string;
  content: string;
}

/**
 * Migrates a database to the current schema, as `prisma migrate deploy` does, and returns the names of the applied
 * migrations. Forward only. `ownerUrl`: the role that owns the tables; if `runtimeUrl` names another role, that one is
 * granted its rights. `claim`: the installation that is about to run; the database of another kind is rejected before
 * any change, a new one is marked. Throws a start error for that, for an unreachable database, missing rights, and a
 * failed migration.
 */
export async function migrate(
  ownerUrl: string,
  projectRoot: string,
  { runtimeUrl = ownerUrl, claim }: { runtimeUrl?: string; claim?: Claim } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
  } catch (cause) {
    throw unreachable(ownerUrl, cause);
  }
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATE_LOCK]);
    if (claim) await refuseForeignDatabase(client, ownerUrl, claim);
    const migrations = readMigrations(path.join(projectRoot, MIGRATIONS_FOLDER));
    const applied = await appliedNames(client);
    const pending = migrations
      .map((migration) => migration.path.split("/")[0] ?? "")
      .filter((name) => !applied.has(name));
    // Usually nothing is pending, and the engine is not loaded.
    if (pending.length > 0) {
      await refuseWithoutRights(client, pending.length);
      await applyAll(ownerUrl, projectRoot, migrations);
    }
    if (claim) await markDatabase(client, claim);
    const runtimeRole = roleOf(runtimeUrl);
    if (runtimeRole !== roleOf(ownerUrl)) await grantRuntimeRole(client, runtimeRole);
    return pending;
  } finally {
    await client.end();
  }
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

/** The start error for an unreachable database, without its password. */
function unreachable(databaseUrl: string, cause: unknown): Error {
  const { host, pathname } = new URL(databaseUrl);
  const reason = cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : "") : String(cause);
  const advice =
    "Check DATABASE_URL (for migrations DATABASE_MIGRATION_URL, if set), and that PostgreSQL is running and accepts this user.";
  return startError(`The database ${pathname.slice(1)} at ${host} is unreachable (${reason}). ${advice}`, cause);
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ path: `${name}/migration.sql`, file: path.join(folder, name, "migration.sql") }))
    .filter(({ file }) => existsSync(file))
    .map(({ path: relative, file }) => ({ path: relative, content: readFileSync(file, "utf8") }));
}

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  const found = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found");
  if (found.rows[0]?.found !== true) return new Set();
  const sql = "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL";
  const { rows } = await client.query<{ migration_name: string }>(sql);
  return new Set(rows.map((row) => row.migration_name));
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
    child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => {
      const line = output.stdout.split("\n").find((text) => text.includes('"id":1'));
      if (line) resolve(JSON.parse(line) as { error?: { message: string } });
      else reject(startError(`The migration engine ended with code ${code}: ${output.stderr.trim()}`));
    });
    child.stdin.end(`${JSON.stringify(request)}\n`);
  });
}
