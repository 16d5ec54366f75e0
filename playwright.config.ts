import { existsSync } from "node:fs";
import { chromium, defineConfig } from "@playwright/test";
import { freePorts } from "./e2e/support/ports";

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 20_000;
const SYSTEM_CHROMIUM = "/usr/bin/chromium";

// This file is read again in every worker: the ports are chosen once, in the first process, and handed on by the environment.
const shared = process.env;
if (!shared["E2E_PORT"]) {
  const [port = 0, shopPort = 0] = await freePorts(2);
  Object.assign(shared, {
    E2E_PORT: String(port),
    E2E_SHOP_PORT: String(shopPort),
    E2E_BASE_URL: `http://localhost:${port}`,
    E2E_SHOP_URL: `http://localhost:${shopPort}`,
    E2E_RUN: String(process.pid),
  });
}

const isRoot = process.getuid?.() === 0;
const ownChromium = existsSync(chromium.executablePath());
// `npm test` names a Chromium that it has seen start.
const executablePath = shared["E2E_CHROMIUM"] || (ownChromium ? "" : SYSTEM_CHROMIUM);

export default defineConfig({
  testDir: "e2e",
  outputDir: `test-results/${shared["E2E_RUN"]}`,
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  reporter: "list",
  use: {
    baseURL: shared["E2E_BASE_URL"] ?? "",
    trace: "retain-on-failure",
    locale: "en-GB",
    launchOptions: {
      args: isRoot ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
      ...(executablePath ? { executablePath } : {}),
    },
  },
  projects: [{ name: "chromium", use: { browserName: "chromium" } }],
  webServer: {
    command: `"${process.execPath}" e2e/support/serve.mjs`,
    url: `${shared["E2E_BASE_URL"]}/readyz`,
    env: { PORT: shared["E2E_PORT"] ?? "", SHOP_PORT: shared["E2E_SHOP_PORT"] ?? "", LOG_LEVEL: "warn" },
    stdout: "ignore",
    stderr: "pipe",
    timeout: START_TIMEOUT_MS,
    gracefulShutdown: { signal: "SIGTERM", timeout: STOP_TIMEOUT_MS },
  },
});
