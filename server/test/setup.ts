// Runs before each test file that reaches the database, before its imports: a new database, and an environment that owes
// nothing to the shell that started the tests.
import path from "node:path";
import fc from "fast-check";
import pg from "pg";
import { afterAll, afterEach, inject, vi } from "vitest";
import { closeDb } from "../lib/db";
import { closeQueries, resetClock } from "./database";
import { setEnvironment } from "./environment";
import { forgetKept, processState } from "./process-state";
import { answerReservedNames } from "./reserved-names";
import { SEED } from "./seed";
import { timeDatabase } from "./time-database";

const { adminUrl, runtimeUrl, template, dataDir } = inject("postgres");
processState.files += 1;
const nth = processState.files;
/** Each file gets a database of its own, which costs 40 ms. */
const nameOf = (file: number) => `test_${process.pid}_${file}`;

const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
await admin.query(`CREATE DATABASE ${nameOf(nth)} TEMPLATE ${template} STRATEGY FILE_COPY`);
// The last file's may still be in use by what it left running; the one before is not. The last ones go with the server.
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
// Registered first, so it runs after the file's own hooks. The next file of this process starts with modules that keep
// nothing of this one.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the source of this function and wants a pattern here.
afterAll(async ({}, file) => {
  file.meta.waitedMs = processState.waitedMs;
  await closeDb();
  await closeQueries();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetKept();
  vi.resetModules();
});
