import path from "node:path";
import { findChromium, findFirefox, findWebKit } from "./browsers.mjs";
import { readJourneyReport, readUnitReport } from "./reports.mjs";
import { add, attempt, runner } from "./results.mjs";
import { root, tool } from "./steps.mjs";

const REPORTER = path.join(root, "scripts/lib/vitest-reporter.mjs");

/** Runs vitest; its log and its report go to `folder`. `args`: projects, folders. */
export function testsOfCode(name, { folder, args = [], env = {}, id = "unit" }) {
  const file = path.join(folder, `${id}.json`);
  const reporters = ["--reporter=default", `--reporter=${REPORTER}`];
  return runner(name, tool("vitest/vitest.mjs", "run", ...reporters, ...args), {
    env: { BANKSIDE_TEST_REPORT: file, ...env },
    log: path.join(folder, `${id}.log`),
    read: (code) => readUnitReport(file, code, args.includes("--passWithNoTests")),
  });
}

/** Runs Playwright on the build; its log and its report go to `folder`. */
export async function journeys(name, { folder, args = [], env = {}, browsers, id = "journeys" }) {
  const file = path.join(folder, `${id}.json`);
  return runner(name, tool("@playwright/test/cli.js", "test", "--reporter=list,json", ...args), {
    env: { ...browsers, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env },
    log: path.join(folder, `${id}.log`),
    read: (code) => readJourneyReport(file, code),
  });
}

/** The variables for this machine's browsers, read by playwright.config.ts; undefined without a Chromium. */
export async function findBrowsers() {
  const chromium = await attempt("a Chromium that starts", findChromium);
  if (!chromium) return undefined;
  return {
    E2E_CHROMIUM: chromium.value,
    ...(await unlessAbsent("shoppers' journeys on Firefox", findFirefox)),
    ...(await unlessAbsent("a payment on WebKitGTK", findWebKit)),
  };
}

/** An optional browser: without it, its journeys are counted as skipped, with the reason. */
async function unlessAbsent(name, find) {
  try {
    return await find();
  } catch (error) {
    if (error.name !== "StepError") throw error;
    add(`${name}: not run, because ${error.message}`, { passed: 0, failed: 0, skipped: 1 });
    if (error.output) process.stdout.write(`\n${error.output}\n`);
    return {};
  }
}
