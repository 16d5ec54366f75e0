// Runs before each test file, in its process and before its imports: its own database, and an environment that owes
// nothing to the shell that started the tests.
import path from "node:path";
import pg from "pg";
import { afterEach, inject } from "vitest";
import { VARIABLES } from "../lib/env-variables";
import { resetClock } from "./database";

const { adminUrl, template, dataDir } = inject("postgres");
const worker = process.env["VITEST_POOL_ID"] ?? "0";
const database = `test_${worker}`;

const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
// The file before this one in the same worker has ended with its process: its database goes, so that disks stay small.
await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
await admin.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
await admin.end();

const logLevel = process.env["LOG_LEVEL"] ?? "silent";
for (const name of Object.keys(VARIABLES)) delete process.env[name];
const url = new URL(adminUrl);
url.pathname = `/${database}`;
Object.assign(process.env, {
  DATABASE_URL: url.toString(),
  DATA_DIR: path.join(dataDir, `data-${worker}`),
  DEMO: "1",
  ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}`,
  NEXTAUTH_SECRET: "a secret that only the tests know, of enough characters",
  LOG_LEVEL: logLevel,
});

afterEach(resetClock);
