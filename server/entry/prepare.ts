import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dataDirOf, isDemo } from "../lib/env";
import { localSecret } from "../lib/local-secrets";
import { startError } from "../lib/start-error";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";

const DATABASE = "bankside";
const KEY_BYTES = 32;

/**
 * Fills in what the environment leaves open, before `env()` is first asked: `.env` if there is one, the demo's generated
 * secrets, and the embedded PostgreSQL when no other is named. Returns the embedded one, to be let go at the end; null
 * with DATABASE_URL. `as: "server"` claims the data directory and throws a plain sentence when another server holds it.
 */
export async function prepareEnvironment(as: "server" | "tool"): Promise<EmbeddedPostgres | null> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const demo = isDemo(process.env);
  const dataDir = dataDirOf(process.env);
  if (demo) {
    process.env["ENCRYPTION_KEY"] ||= localSecret(dataDir, "encryption_key", () => `demo:${randomKey()}`);
    process.env["NEXTAUTH_SECRET"] ||= localSecret(dataDir, "nextauth_secret", randomKey);
  }
  // Outside the demo, a database that is not named is refused by env(), with advice.
  if (process.env["DATABASE_URL"] || !demo) return null;

  const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
  if (as === "server" && !(await postgres.claimServer())) {
    await postgres.release();
    throw startError(
      `The data directory ${dataDir} is in use by another run of Bankside. Stop that run, or set DATA_DIR.`,
    );
  }
  await postgres.ensureDatabase(DATABASE);
  process.env["DATABASE_URL"] = postgres.url(DATABASE);
  process.env["DEMO"] = "1";
  return postgres;
}

function randomKey(): string {
  return randomBytes(KEY_BYTES).toString("base64");
}
