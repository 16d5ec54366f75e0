import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, defineConfig, devices } from "@playwright/test";
import { freePorts } from "./e2e/support/ports";
import { chromiumOptions, firefoxOptions } from "./scripts/lib/browsers.mjs";

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 20_000;
/**
 * What comes in a moment may take very much longer on a machine that runs everything at once, and on one that stands still
 * for a while because others use it. Journeys promise what comes, and in which order; how soon is the bench's matter.
 */
const EXPECT_TIMEOUT_MS = 60_000;
/** A whole journey, of a minute at most where nothing else runs. */
const JOURNEY_TIMEOUT_MS = 600_000;
const SYSTEM_CHROMIUM = "/usr/bin/chromium";

// This file is read again in every worker: ports and folder are chosen once, in the first process, and handed on by the
// environment.
const shared = process.env;
if (!shared["E2E_PORT"]) {
  const [port = 0, shopPort = 0] = await freePorts(2);
  Object.assign(shared, {
    E2E_PORT: String(port),
    E2E_SHOP_PORT: String(shopPort),
    E2E_BASE_URL: `http://localhost:${port}`,
    E2E_SHOP_URL: `http://localhost:${shopPort}`,
    E2E_DATA_DIR: mkdtempSync(path.join(tmpdir(), "bankside-e2e-")),
    E2E_RUN: String(process.pid),
  });
}

const ownChromium = existsSync(chromium.executablePath());
// `npm test` names browsers that it has seen start.
const started = chromiumOptions(shared["E2E_CHROMIUM"] || (ownChromium ? "" : SYSTEM_CHROMIUM));
// A checkout in a shop's frame is a third party to the browser: it gets no cookies, as most browsers have it today.
const onChromium = { ...started, args: [...(started.args ?? []), "--test-third-party-cookie-phaseout"] };
const firefox = shared["E2E_FIREFOX"];
const { channel, ...startedFirefox } = firefox ? firefoxOptions(firefox) : {};
const onFirefox = { ...startedFirefox, firefoxUserPrefs: { "network.cookie.cookieBehavior": 1 } };

/** What a shopper does is the same everywhere: these journeys are made by each browser and on a phone. */
const EVERYWHERE = /shopper\/.*\.spec\.ts$/;
const WEBKIT = /webkit\/.*\.spec\.ts$/;
/** WebDriver BiDi cannot switch JavaScript off in Firefox. */
const WITHOUT_SCRIPT = /without-script\.spec\.ts$/;
const PHONE = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };

export default defineConfig({
  testDir: "e2e",
  outputDir: `test-results/${shared["E2E_RUN"]}`,
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // What fails is made once more. `npm test` tells by name what came right only then; what banks debited is never excused.
  retries: 1,
  timeout: JOURNEY_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  reporter: "list",
  // No trace of every press: it takes longer than the presses. `--trace on` writes one.
  use: { baseURL: shared["E2E_BASE_URL"] ?? "", locale: "en-GB" },
  projects: [
    { name: "chromium", testIgnore: WEBKIT, use: { browserName: "chromium", launchOptions: onChromium } },
    { name: "phone", testMatch: EVERYWHERE, use: { ...PHONE, browserName: "chromium", launchOptions: onChromium } },
    ...(firefox
      ? [
          {
            name: "firefox",
            testMatch: EVERYWHERE,
            testIgnore: WITHOUT_SCRIPT,
            use: {
              browserName: "firefox" as const,
              ...(channel && { channel }),
              launchOptions: onFirefox,
            },
          },
        ]
      : []),
    // No browser of Playwright's: the test drives it by itself.
    ...(shared["E2E_WEBKIT_DRIVER"] ? [{ name: "webkitgtk", testMatch: WEBKIT }] : []),
  ],
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
