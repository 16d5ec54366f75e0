import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { removeAtEnd } from "../../scripts/lib/remove-at-end.mjs";
import { publicKeys } from "../../simbank/src/open-banking/bank-keys";
import { installationSigningKey } from "../connectors/keys/signing-key";
import { startEmbeddedPostgres } from "../entry/database/embedded-postgres";
import { migrate } from "../entry/database/migrate";
import { closeDb } from "../lib/db";
import { strictDocument } from "./documents/document";
import { startValidatingProxy } from "./documents/validating-proxy";
import { setEnvironment } from "./environment";

const TEMPLATE = "template_bankside";
const ROOT = path.join(import.meta.dirname, "../..");
/** Simulated banks with signatures that several test files use. */
const SIGNING_BANKS = ["monzo", "starling", "tsb", "lloyds-bank"];

declare module "vitest" {
  interface ProvidedContext {
    /** The temporary PostgreSQL of this run, and the migrated database that is copied for every test file. */
    postgres: { adminUrl: string; runtimeUrl: string; template: string; dataDir: string };
    /** Prism's loopback port, for the tests' client. */
    proxyPort: number;
  }
}

/** One PostgreSQL and one Prism per run, with their own folders and ports, so that concurrent runs do not collide. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `--project pure`: neither is needed.
  if (project.vitest.projects.every(({ name }) => name === "pure")) return async () => undefined;
  const dataDir = mkdtempSync(path.join(tmpdir(), "bankside-test-"));
  removeAtEnd(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, usesSocket: false });
  let proxy: Awaited<ReturnType<typeof startValidatingProxy>> | undefined;
  const teardown = async () => {
    await proxy?.close();
    await postgres.release();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    proxy = await startValidatingProxy(strictDocument());
    await postgres.ensureDatabase(TEMPLATE);
    // Its copies belong to a demo, as the tests' environment says.
    const claim = { kind: "demo", embedded: false } as const;
    await migrate(postgres.url(TEMPLATE), ROOT, { runtimeUrl: postgres.runtimeUrl(TEMPLATE), claim });
    await keepTemplateKeys(postgres.runtimeUrl(TEMPLATE));
    await buildForBrowsers();
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("proxyPort", proxy.port);
  const urls = { adminUrl: postgres.url("postgres"), runtimeUrl: postgres.runtimeUrl("postgres") };
  project.provide("postgres", { ...urls, template: TEMPLATE, dataDir });
  return teardown;
}

/**
 * Writes into the tests' template the keys that every file would create at its first use: the installation's signing
 * key and those of a few simulated banks, 0.15 s of CPU each. A test of their creation deletes them first.
 */
async function keepTemplateKeys(databaseUrl: string): Promise<void> {
  setEnvironment({ databaseUrl });
  await installationSigningKey();
  for (const bank of SIGNING_BANKS) await publicKeys(bank);
  await closeDb();
}

/**
 * Builds the browser files once for all test files: two concurrent builds could read a half-written file. Writes into
 * the product's own folder without deleting there, because a server may be running from it.
 */
async function buildForBrowsers(): Promise<void> {
  await promisify(execFile)(process.execPath, ["scripts/build-browser.mjs", "dist/browser"], { cwd: ROOT });
}
