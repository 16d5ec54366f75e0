import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../entry/embedded-postgres";
import { migrate } from "../entry/migrate";
import { strictDocument } from "./document";
import { keepTemplateKeys } from "./template-keys";
import { startValidatingProxy } from "./validating-proxy";

const TEMPLATE = "template_bankside";
const ROOT = path.join(import.meta.dirname, "../..");

declare module "vitest" {
  interface ProvidedContext {
    /** The throw-away PostgreSQL of this run, and the migrated database that every test file gets a copy of. */
    postgres: { adminUrl: string; runtimeUrl: string; template: string; dataDir: string };
    /** Where the tests' client finds Prism: a port of loopback. */
    proxyPort: number;
  }
}

/** One PostgreSQL and one Prism a run, in folders and on ports of their own, so that runs beside each other do not meet. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `--project pure`: nothing to start.
  if (project.vitest.projects.every(({ name }) => name === "pure")) return async () => undefined;
  const dataDir = mkdtempSync(path.join(tmpdir(), "bankside-test-"));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  let proxy: Awaited<ReturnType<typeof startValidatingProxy>> | undefined;
  const teardown = async () => {
    await proxy?.close();
    await postgres.release();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    proxy = await startValidatingProxy(strictDocument());
    await postgres.ensureDatabase(TEMPLATE);
    // Its copies are a demo's, as the environment of the tests says.
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
 * What pages name in their heads, once for all files: two that wrote it at the same time could read it half-written. Into
 * the product's own folder, which keeps what is there, because a server may be running from it.
 */
async function buildForBrowsers(): Promise<void> {
  await promisify(execFile)(process.execPath, ["scripts/build-browser.mjs", "dist/browser"], { cwd: ROOT });
}
