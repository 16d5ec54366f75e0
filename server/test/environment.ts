import { tmpdir } from "node:os";
import path from "node:path";
import { VARIABLES } from "../lib/config/env-variables";

/** `databaseUrl`: with the runtime role. `migrationUrl`: with the owner role. */
type TestEnvironment = { databaseUrl: string; migrationUrl?: string; dataDir?: string };

/** The product's variables for a test file. Only LOG_LEVEL comes from the shell that started the tests. */
export function setEnvironment({ databaseUrl, migrationUrl = databaseUrl, dataDir }: TestEnvironment): void {
  logLevel ??= process.env["LOG_LEVEL"] ?? "silent";
  for (const name of Object.keys(VARIABLES)) delete process.env[name];
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    DATABASE_MIGRATION_URL: migrationUrl,
    DATA_DIR: dataDir ?? path.join(tmpdir(), `bankside-test-data-${process.pid}`),
    DEMO: "1",
    // Tests count rows.
    DEMO_SAMPLES: "0",
    ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}`,
    NEXTAUTH_SECRET: "a secret that only the tests know, of enough characters",
    LOG_LEVEL: logLevel,
  });
}

let logLevel: string | undefined;
