// A product of a test's own: what is killed, or has its webhook secret replaced, is nobody else's.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import pg from "pg";
import { startEmbeddedPostgres } from "../../server/entry/embedded-postgres";
import { freePorts } from "./ports";
import type { Credential } from "./rest";

const START_TIMEOUT_MS = 120_000;
const scripts = path.join(import.meta.dirname, "../../scripts");

/** What the simulated banks have debited for payments, in minor units. */
export const DEBITS = "SELECT amount FROM sim_entries WHERE payment_id IS NOT NULL";
/** Said of what is expected of banks' books. A journey that failed with these words has failed, whatever its next try says. */
export const MONEY = "what banks debited";
/** Said of the merchant's events, as strictly. */
export const TOLD = "what the merchant was told";

export type Product = Awaited<ReturnType<typeof ownProduct>>;

/** A product's database, which serves while it runs and after it was killed. */
export function databaseOf(dataDir: string) {
  /** Rows of the product's own database: what a bank keeps is asked where the bank keeps it. */
  async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
    const client = new pg.Client({ connectionString: postgres.url("bankside") });
    try {
      await client.connect();
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
      await postgres.release();
    }
  }

  /** Keeps everybody from writing to a table, until the returned function is called. */
  async function hold(table: string): Promise<() => Promise<void>> {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
    const client = new pg.Client({ connectionString: postgres.url("bankside") });
    await client.connect();
    await client.query("BEGIN");
    await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    return async () => {
      await client.end();
      await postgres.release();
    };
  }

  return { query, hold };
}

/** Prepares ports and a data directory; nothing runs before `start`. `settings`: environment variables of its own. */
export async function ownProduct(settings: Record<string, string> = {}) {
  const [port = 0, shopPort = 0] = await freePorts(2);
  const dataDir = mkdtempSync(path.join(tmpdir(), "bankside-e2e-own-"));
  const base = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    SHOP_PORT: String(shopPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    ...settings,
  };
  let running: ChildProcess | undefined;

  /** Starts it as `npm start` does, in a process group of its own. Web alone is up when it serves, else when it is ready. */
  async function start(role: "all" | "web" = "all"): Promise<void> {
    running = spawn(process.execPath, [path.join(scripts, "start.mjs")], {
      detached: true,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...env, ROLE: role },
    });
    const door = role === "all" ? "/readyz" : "/openapi.json";
    const status = () =>
      fetch(base + door).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status, { timeout: START_TIMEOUT_MS, intervals: [200] }).toBe(200);
  }

  /** kill -9 of the whole process group, as an outage does it: nothing is said, nothing is finished. */
  async function kill(): Promise<void> {
    const victim = running;
    if (!victim?.pid || victim.exitCode !== null || victim.signalCode !== null) return;
    const gone = once(victim, "exit");
    process.kill(-victim.pid, "SIGKILL");
    await gone;
  }

  /** The demo shop's credential, from the operator's tool, which runs beside the server. */
  async function shopCredential(): Promise<Credential> {
    const tool = path.join(scripts, "bankside.mjs");
    const { stdout } = await promisify(execFile)(process.execPath, [tool, "demo", "--json"], { env });
    return (JSON.parse(stdout) as { merchants: [Credential] }).merchants[0];
  }

  /** Ends it, with the PostgreSQL that a killed process leaves serving: the last one to let go of it stops it. */
  async function remove(): Promise<void> {
    await kill();
    const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
    await postgres.release();
    rmSync(dataDir, { recursive: true, force: true });
  }

  return { base, shop: `http://localhost:${shopPort}`, start, kill, ...databaseOf(dataDir), shopCredential, remove };
}
