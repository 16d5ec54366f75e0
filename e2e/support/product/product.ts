// An installation for one spec alone, which it may kill or reconfigure.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { removeAtEnd } from "../../../scripts/lib/remove-at-end.mjs";
import { freePorts } from "../../../server/test/processes/free-ports";
import { LIMIT_FACTOR } from "../../../verification/limits";
import { step } from "../step";
import { type Database, databaseOf, shopCredentialOf } from "./database";
import { copyPreparedData } from "./prepared-data";

const START_TIMEOUT_MS = 60_000 * LIMIT_FACTOR;
/** The tables with rows that the worker claims by `due_at` and `lease_until`. */
const DUE_TABLES = ["payment_attempts", "webhook_deliveries"];
const root = path.join(import.meta.dirname, "../../..");

/** Query for the amounts that the simulated banks debited for payments, in minor units. */
export const DEBITS = "SELECT amount FROM sim_entries WHERE payment_id IS NOT NULL";
/** Assertion messages. */
export const BANK_DEBITS = "amounts debited by banks";
export const EVENTS = "events of the merchant";

export type Product = Awaited<ReturnType<typeof ownProduct>>;

/** The databases of this worker process's installations, by address; the first is the one that all specs share. */
const databases = new Map<string, Database>([
  [process.env["E2E_BASE_URL"] ?? "", databaseOf(process.env["E2E_DATA_DIR"] ?? "")],
]);

/** The database of the installation at an address. */
export function databaseAt(base: string): Database {
  const found = databases.get(base);
  if (!found) throw new Error(`No installation of this worker process has the address ${base}.`);
  return found;
}

/** The program to start: the build that global setup made, or outside of Playwright's runs what `npm start` runs. */
function program(): { args: string[]; env: Record<string, string> } {
  const { E2E_PAGES: file } = process.env;
  if (!file) return { args: ["scripts/start.mjs"], env: {} };
  const env = { NODE_ENV: "production", BANKSIDE_NODE_ENV: "", BANKSIDE_PAGES: readFileSync(file, "utf8") };
  return { args: ["--enable-source-maps", "dist/main.mjs"], env };
}

/** Prepares ports and a data directory; `start` starts the process. `settings`: additional environment variables. */
export async function ownProduct(settings: Record<string, string> = {}) {
  const [port = 0, shopPort = 0] = await freePorts(2);
  const dataDir = mkdtempSync(path.join(tmpdir(), "bankside-e2e-own-"));
  removeAtEnd(dataDir);
  // A public demo starts on no other demo's database.
  if (!settings["DEMO_PUBLIC"])
    await step("prepare", () => copyPreparedData(process.env["E2E_PREPARED_DATA"] ?? "", dataDir));
  const base = `http://localhost:${port}`;
  const database = databaseOf(dataDir);
  databases.set(base, database);
  const env = {
    ...process.env,
    PORT: String(port),
    SHOP_PORT: String(shopPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    ...settings,
  };
  const { query, lockTable } = database;
  let running: ChildProcess | undefined;

  /** Starts it as `npm start` does, in its own process group. Waits for /readyz, or with `web` for the first answer. */
  async function start(role: "all" | "web" = "all"): Promise<void> {
    await step("start product", async () => {
      const { args, env: built } = program();
      running = spawn(process.execPath, args, {
        cwd: root,
        detached: true,
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...env, ...built, ROLE: role },
      });
      const address = role === "all" ? "/readyz" : "/openapi.json";
      const status = () =>
        fetch(base + address).then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(status, { timeout: START_TIMEOUT_MS, intervals: [100] }).toBe(200);
    });
  }

  /** kill -9 of the whole process group: nothing is closed or finished. */
  async function kill(): Promise<void> {
    const victim = running;
    if (!victim?.pid || victim.exitCode !== null || victim.signalCode !== null) return;
    const gone = once(victim, "exit");
    process.kill(-victim.pid, "SIGKILL");
    await gone;
  }

  /** kill -9, and a start as if a minute later: the leases have ended, and rows of the minute are due. */
  async function outage(): Promise<void> {
    await kill();
    for (const table of DUE_TABLES) await query(`UPDATE ${table} SET lease_until = NULL`);
    await start();
    for (const table of DUE_TABLES) await query(`UPDATE ${table} SET due_at = due_at - interval '1 minute'`);
  }

  /** Stops it, with the PostgreSQL that a killed process leaves running, and deletes its data. */
  async function remove(): Promise<void> {
    await kill();
    await database.close();
    databases.delete(base);
    rmSync(dataDir, { recursive: true, force: true });
  }

  const shopCredential = () => shopCredentialOf(dataDir);
  return { base, shop: `http://localhost:${shopPort}`, start, kill, outage, query, lockTable, shopCredential, remove };
}
