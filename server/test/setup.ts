// Runs before each test file that uses the database, before its imports: a new database, and an environment without the
// shell's variables.
import path from "node:path";
import fc from "fast-check";
import pg from "pg";
import { afterAll, afterEach, inject, vi } from "vitest";
import { closeDb } from "../lib/db";
import { answerReservedNames } from "./code-rules/reserved-names";
import { closeQueries, resetClock } from "./database";
import { setEnvironment } from "./environment";
import { forgetKept, processState } from "./processes/process-state";
import { timeDatabase } from "./processes/time-database";
import { SEED } from "./rows/seed";

const cpuAtBegin = process.cpuUsage();
const { adminUrl, runtimeUrl, template, dataDir } = inject("postgres");
processState.files += 1;
const nth = processState.files;
/** Each file gets its own database, which costs 40 ms. */
const nameOf = (file: number) => `test_${process.pid}_${file}`;

const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
await admin.query(`CREATE DATABASE ${nameOf(nth)} TEMPLATE ${template} STRATEGY FILE_COPY`);
// The last file's database may still be in use by unfinished work; the one before is not. The last ones end with the
// server.
if (nth > 2) await admin.query(`DROP DATABASE IF EXISTS ${nameOf(nth - 2)} WITH (FORCE)`);
await admin.end();
const [migrationUrl, databaseUrl] = [adminUrl, runtimeUrl].map((server) =>
  new URL(`/${nameOf(nth)}`, server).toString(),
);
setEnvironment({
  databaseUrl: databaseUrl ?? "",
  migrationUrl: migrationUrl ?? "",
  dataDir: path.join(dataDir, `data-${process.pid}`),
});

answerReservedNames();
timeDatabase();
processState.waitedMs = { database: 0, prism: 0 };
fc.configureGlobal({ seed: SEED });
afterEach(resetClock);
// Registered first, so it runs after the file's own hooks. The next file of this process must not see this file's
// state.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the source of this function and wants a pattern here.
afterAll(async ({}, file) => {
  file.meta.waitedMs = processState.waitedMs;
  const { user, system } = process.cpuUsage(cpuAtBegin);
  file.meta.cpuMs = (user + system) / 1000;
  await closeDb();
  await closeQueries();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetKept();
  vi.resetModules();
});
