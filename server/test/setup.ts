// Runs before each test file, in its process and before its imports: its own database, and an environment that owes
// nothing to the shell that started the tests.
import path from "node:path";
import fc from "fast-check";
import pg from "pg";
import { afterEach, inject } from "vitest";
import { VARIABLES } from "../lib/env-variables";
import { resetClock } from "./database";
import { answerReservedNames } from "./reserved-names";
import { SEED } from "./seed";

const { adminUrl, template, dataDir } = inject("postgres");
/** Its process's alone: the file before this one in the same worker may not have ended yet. */
const database = `test_${process.pid}`;

function isOver(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
// Of files that have ended with their processes the databases go, so that disks stay small.
const { rows } = await admin.query<{ name: string }>(
  "SELECT datname AS name FROM pg_database WHERE datname ^@ 'test_'",
);
for (const { name } of rows) {
  if (name === database || isOver(Number(name.slice("test_".length)))) {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
await admin.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
await admin.end();

const logLevel = process.env["LOG_LEVEL"] ?? "silent";
for (const name of Object.keys(VARIABLES)) delete process.env[name];
const url = new URL(adminUrl);
url.pathname = `/${database}`;
Object.assign(process.env, {
  DATABASE_URL: url.toString(),
  DATA_DIR: path.join(dataDir, `data-${process.pid}`),
  DEMO: "1",
  ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}`,
  NEXTAUTH_SECRET: "a secret that only the tests know, of enough characters",
  LOG_LEVEL: logLevel,
});

answerReservedNames();
fc.configureGlobal({ seed: SEED });
afterEach(resetClock);
