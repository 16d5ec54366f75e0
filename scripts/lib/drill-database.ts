import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "../../server/entry/database/embedded-postgres";
import { migrate } from "../../server/entry/database/migrate";
import { VARIABLES } from "../../server/lib/config/env-variables";
import { closeDb } from "../../server/lib/db";
import { removeAtEnd } from "./remove-at-end.mjs";

const DATABASE = "drill";
const KEY_BYTES = 32;

/**
 * Runs a drill, or a bench, in an environment without the shell's variables, with a database that is deleted at the end.
 * `usesSocket` false: the database is reached over loopback only, for proxies in front of it.
 */
export async function withDrillDatabase(
  { usesSocket = true, variables = {} }: { usesSocket?: boolean; variables?: Record<string, string> },
  drill: () => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bankside-drill-"));
  removeAtEnd(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, usesSocket });
  try {
    for (const name of Object.keys(VARIABLES)) delete process.env[name];
    const url = postgres.url(DATABASE);
    Object.assign(process.env, {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      DEMO: "1",
      ENCRYPTION_KEY: `drill:${Buffer.alloc(KEY_BYTES, 1).toString("base64")}`,
      NEXTAUTH_SECRET: "a secret of the drill, of enough characters",
      LOG_LEVEL: "silent",
      ...variables,
    });
    await postgres.ensureDatabase(DATABASE);
    await migrate(url, path.join(import.meta.dirname, "../.."));
    await drill();
  } finally {
    await closeDb();
    await postgres.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
