import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, defineConfig, devices } from "@playwright/test";
import { preparedFolder } from "./e2e/support/product/prepared-data";
import { chromiumOptions, firefoxOptions } from "./scripts/lib/browsers.mjs";
import { removeAtEnd } from "./scripts/lib/remove-at-end.mjs";
import { freePorts } from "./server/test/processes/free-ports";
import { DEPTH } from "./verification/depth";
import { LIMIT_FACTOR } from "./verification/limits";

/** Includes building the product. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 20_000;
/** Journeys assert results and their order, never durations: these limits only end a test that hangs. */
const EXPECT_TIMEOUT_MS = 15_000 * LIMIT_FACTOR;
const ACTION_TIMEOUT_MS = 30_000 * LIMIT_FACTOR;
const JOURNEY_TIMEOUT_MS = 90_000 * LIMIT_FACTOR;
/** More workers would slow down the unit tests, which run at the same time and end later. */
const WORKERS = Number(process.env["E2E_WORKERS"] || 2);
const SYSTEM_CHROMIUM = "/usr/bin/chromium";

/** The folders end with the process that chose them. */
function folders(...names: string[]): string[] {
  const made = names.map((name) => mkdtempSync(path.join(tmpdir(), `bankside-${name}-`)));
  removeAtEnd(...made);
  return made;
}

// Every worker reads this file again: the first process chooses ports and folder, and passes them on by the
// environment.
const shared = process.env;
if (!shared["E2E_PORT"]) {
  const [port = 0, shopPort = 0] = await freePorts(2);
  const [dataDir, gallery, pages = ""] = folders("e2e", "gallery", "pages");
  Object.assign(shared, {
    E2E_PORT: String(port),
    E2E_SHOP_PORT: String(shopPort),
    E2E_BASE_URL: `http://localhost:${port}`,
    E2E_SHOP_URL: `http://localhost:${shopPort}`,
    E2E_DATA_DIR: dataDir,
    E2E_PREPARED_DATA: preparedFolder(),
    E2E_GALLERY: gallery,
    E2E_PAGES: path.join(pages, "folder"),
    E2E_RUN: String(process.pid),
    // Journeys count rows.
    DEMO_SAMPLES: "0",
  });
}

const ownChromium = existsSync(chromium.executablePath());
// `npm test` passes the browsers that it could start.
const started = chromiumOptions(shared["E2E_CHROMIUM"] || (ownChromium ? "" : SYSTEM_CHROMIUM));
// A checkout in a shop's frame is a third party to the browser and gets no cookies, as in most browsers today.
const onChromium = { ...started, args: [...(started.args ?? []), "--test-third-party-cookie-phaseout"] };
const firefox = shared["E2E_FIREFOX"];
const { channel, ...startedFirefox } = firefox ? firefoxOptions(firefox) : {};
const onFirefox = { ...startedFirefox, firefoxUserPrefs: { "network.cookie.cookieBehavior": 1 } };

/** The journeys of customers also run in other browsers and on a phone. */
const EVERYWHERE = /shopper\/.*\.spec\.ts$/;
/** The journeys in which browsers differ most; in a sample, other browsers run only these. */
const IN_OTHER_BROWSERS = DEPTH === "sample" ? { grep: /@money/ } : {};
/** What tests of code or another journey show too runs at full depth only. */
const IN_SAMPLE = DEPTH === "sample" ? { grepInvert: /@deep/ } : {};
const WEBKIT = /webkit\/.*\.spec\.ts$/;
/** WebDriver BiDi cannot switch JavaScript off in Firefox. */
const WITHOUT_SCRIPT = /without-script\.spec\.ts$/;
const PHONE = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: `test-results/${shared["E2E_RUN"]}`,
  fullyParallel: true,
  forbidOnly: true,
  workers: WORKERS,
  // No retries: a test that passes only at its second run shows a fault of the product or of the test.
  retries: 0,
  timeout: JOURNEY_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  reporter: "list",
  // No trace of every press: it takes longer than the presses. `--trace on` writes one.
  use: {
    baseURL: shared["E2E_BASE_URL"] ?? "",
    locale: "en-GB",
    actionTimeout: ACTION_TIMEOUT_MS,
  },
  projects: [
    {
      name: "chromium",
      testIgnore: WEBKIT,
      ...IN_SAMPLE,
      use: { browserName: "chromium", launchOptions: onChromium },
    },
    {
      name: "phone",
      testMatch: EVERYWHERE,
      ...IN_OTHER_BROWSERS,
      use: { ...PHONE, browserName: "chromium", launchOptions: onChromium },
    },
    ...(firefox
      ? [
          {
            name: "firefox",
            testMatch: EVERYWHERE,
            testIgnore: WITHOUT_SCRIPT,
            ...IN_OTHER_BROWSERS,
            use: {
              browserName: "firefox" as const,
              ...(channel && { channel }),
              launchOptions: onFirefox,
            },
          },
        ]
      : []),
    // The test starts its browser itself, without Playwright.
    ...(shared["E2E_WEBKIT_DRIVER"] ? [{ name: "webkitgtk", testMatch: WEBKIT }] : []),
  ],
  webServer: {
    command: `"${process.execPath}" --import tsx e2e/support/product/serve.ts`,
    url: `${shared["E2E_BASE_URL"]}/readyz`,
    env: { PORT: shared["E2E_PORT"] ?? "", SHOP_PORT: shared["E2E_SHOP_PORT"] ?? "", LOG_LEVEL: "warn" },
    stdout: "ignore",
    stderr: "pipe",
    timeout: START_TIMEOUT_MS,
    gracefulShutdown: { signal: "SIGTERM", timeout: STOP_TIMEOUT_MS },
  },
});
