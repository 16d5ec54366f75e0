import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv as parseEnvFile } from "node:util";
import { dataDirOf, isDemo, isDemoPublic } from "../../lib/config/env";
import { hasSecrets, localSecret } from "../../lib/config/local-secrets";
import { isStartError, startError } from "../../lib/config/start-error";
import { unknownSettings } from "../../lib/config/unknown-settings";
import { isDiskFull } from "../../lib/db-outage";
import { claimOf, refuseForeignDatabase } from "./claim-database";
import { type EmbeddedPostgres, hasCluster, startEmbeddedPostgres } from "./embedded-postgres";
import { connectTo } from "./start-database";

const DATABASE = "bankside";
/** The addresses of the server of a data directory, for the command line tool. */
const ADDRESSES_FILE = "addresses.json";
const ADDRESSES = ["PORT", "SHOP_PORT", "BASE_URL"] as const;
const KEY_BYTES = 32;
const ENV_FILE = ".env";

/**
 * Loads `.env` if it exists and returns whether the installation is a demo. Throws a start error for an invalid setting
 * and where a demo must not start.
 */
export function readConfiguration(): { demo: boolean; dataDir: string } {
  const demo = isDemo(process.env, loadEnvFile(ENV_FILE));
  return { demo, dataDir: dataDirOf(process.env) };
}

/** Sentences about names in `.env` and the environment that are probably mistyped settings. Before the file is loaded. */
export function mistypedSettings(): string[] {
  return unknownSettings(process.env, existsSync(ENV_FILE) ? readFileSync(ENV_FILE, "utf8") : "");
}

/** The sentence for the operator about an error that ended the start; null for an error that only its stack explains. */
export function startSentence(error: unknown): string | null {
  if (isStartError(error)) return error.message;
  if (!isDiskFull(error)) return null;
  const { demo, dataDir } = readConfiguration();
  const place = demo ? ` Without DATABASE_URL that is the disk of DATA_DIR, ${path.resolve(dataDir)}.` : "";
  return `The disk of the database is full.${place} Free space there, and start again.`;
}

/**
 * What the environment is prepared for. A `server` claims the data directory and is refused while another server uses it.
 * A `tool` works on an installation that exists; a `creator` also makes one.
 */
type User = "server" | "tool" | "creator";

/**
 * Completes the environment before the first call of `env()`: `.env`, the demo's generated secrets, and the embedded
 * PostgreSQL if DATABASE_URL is not set. Returns the embedded one, to be released at the end, or null. `signal`: ends the
 * start. Throws a start error where that user must not run.
 */
export async function prepareEnvironment(as: User, signal?: AbortSignal): Promise<EmbeddedPostgres | null> {
  const { demo, dataDir } = readConfiguration();
  if (as === "tool" && demo && !process.env["DATABASE_URL"]) refuseMissingInstallation(dataDir);
  if (demo) {
    await refuseBeforeSecrets(dataDir);
    process.env["ENCRYPTION_KEY"] ||= localSecret(dataDir, "encryption_key", () => `demo:${randomKey()}`);
    process.env["NEXTAUTH_SECRET"] ||= localSecret(dataDir, "nextauth_secret", randomKey);
  }
  // Outside the demo, env() rejects a missing DATABASE_URL.
  if (process.env["DATABASE_URL"] || !demo) return null;

  const postgres = await startEmbeddedPostgres({ dataDir, durable: true, ...(signal ? { signal } : {}) });
  try {
    await takeDatabase(postgres, dataDir, as);
  } catch (error) {
    await postgres.release();
    throw error;
  }
  process.env["DATABASE_URL"] = postgres.runtimeUrl(DATABASE);
  process.env["DATABASE_MIGRATION_URL"] = postgres.url(DATABASE);
  process.env["DEMO"] = "1";
  return postgres;
}

/**
 * Loads the file if it exists and returns the original NODE_ENV: `scripts/start.mjs` sets it to "production" for Next
 * and keeps the original in BANKSIDE_NODE_ENV.
 */
function loadEnvFile(file: string): string | undefined {
  const stated = process.env["BANKSIDE_NODE_ENV"] ?? process.env["NODE_ENV"];
  if (!existsSync(file)) return stated;
  process.loadEnvFile(file);
  return stated || parseEnvFile(readFileSync(file, "utf8"))["NODE_ENV"];
}

// A mistyped or missing DATA_DIR must not create a second installation, whose credentials the running one refuses.
function refuseMissingInstallation(dataDir: string): void {
  if (hasCluster(dataDir)) return;
  throw startError(
    `There is no installation in ${path.resolve(dataDir)}. Set DATA_DIR to the data folder of the running one, which its panel shows (or DATABASE_URL to its database), or run npm start here first.`,
  );
}

/** Refuses a foreign database before secrets are written, so that a refused demo leaves no folder behind. `migrate` checks
 * again. */
async function refuseBeforeSecrets(dataDir: string): Promise<void> {
  const url = process.env["DATABASE_MIGRATION_URL"] || process.env["DATABASE_URL"];
  if (!url || hasSecrets(dataDir)) return;
  const client = await connectTo(url);
  try {
    await refuseForeignDatabase(client, url, claimOf({ demo: true, demoPublic: isDemoPublic(process.env) }, false));
  } finally {
    await client.end();
  }
}

async function takeDatabase(postgres: EmbeddedPostgres, dataDir: string, as: User): Promise<void> {
  if (as === "server" && !(await postgres.claimServer())) {
    throw startError(
      `The data directory ${dataDir} is in use by another run of Bankside. Stop that run, or set DATA_DIR.`,
    );
  }
  await postgres.ensureDatabase(DATABASE);
  if (as === "server") rememberAddresses(dataDir);
  else recallAddresses(dataDir);
}

// The demo's addresses depend on its ports: with the defaults, the tool would set a wrong webhook URL.
function rememberAddresses(dataDir: string): void {
  const set = Object.fromEntries(ADDRESSES.map((name) => [name, process.env[name] ?? ""]));
  writeFileSync(path.join(dataDir, ADDRESSES_FILE), JSON.stringify(set), { mode: 0o600 });
}

function recallAddresses(dataDir: string): void {
  const file = path.join(dataDir, ADDRESSES_FILE);
  if (!existsSync(file)) return;
  const set = JSON.parse(readFileSync(file, "utf8")) as Partial<Record<string, string>>;
  for (const name of ADDRESSES) process.env[name] ||= set[name] ?? "";
}

function randomKey(): string {
  return randomBytes(KEY_BYTES).toString("base64");
}
