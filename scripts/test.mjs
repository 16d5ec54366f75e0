// `npm test`: everything that is known to be wrong with this project, in one command. It does its own set-up, goes on
// after a failure to count all of them, and ends with "N passed, N failed".
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Bankside needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
const { mkdtempSync, readFileSync, rmSync, existsSync } = await import("node:fs");
const { tmpdir } = await import("node:os");
const { default: path } = await import("node:path");
const { stripVTControlCharacters } = await import("node:util");
const { ensureBuilt, ensureGenerated, ensurePackages } = await import("./lib/build.mjs");
const { findChromium, findFirefox, findWebKit } = await import("./lib/browsers.mjs");
const { leave, root, run, seconds, step, tool } = await import("./lib/steps.mjs");

const reports = mkdtempSync(path.join(tmpdir(), "bankside-reports-"));
/** What the API answered in the tests, a line each. */
const answers = path.join(reports, "answers.txt");
const results = [];
/** What failed, by name: said again at the end, where a long run's reader looks. */
const failures = [];
/** Journeys that came right only when they were made again: told by name, with what went wrong. */
const unsteady = [];
/** What a journey says of money and of events that are wrong (`e2e/support/product.ts`): no other try excuses them. */
const ABOUT_MONEY = /what banks debited|what the merchant was told/;
/** Enough of a page's words to tell which one it is, and what it says. */
const MAX_SEEN = 600;
process.chdir(root);
try {
  await ensurePackages({ dev: true });
  await ensureGenerated();
  await check("format and lint", tool("@biomejs/biome/bin/biome", "check", "--max-diagnostics=100", "."));
  await check("types", tool("typescript/bin/tsc", "--noEmit", "--incremental", "false"));
  await check("import rules", [process.execPath, "scripts/depcruise.mjs"]);
  await check("dead code", tool("knip/bin/knip.js"));
  await unitTests();
  await check(
    "every declared answer is given in some test",
    tool("tsx/dist/cli.mjs", "scripts/declared-answers.ts", answers),
  );
  if (await attempt("build", ensureBuilt)) await journeys();
  else results.push({ name: "browser journeys: not run, because there is no build", passed: 0, failed: 1 });
} catch (error) {
  leave(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
summarise();

/** A tool that is green or red: it counts as one. Its output is shown when it is red. */
async function check(name, command) {
  let outcome = { code: 1, output: "" };
  await step(name, async () => {
    outcome = await run(command, { env: { NO_COLOR: "1" } });
  });
  if (outcome.code !== 0) process.stdout.write(`\n${outcome.output.trimEnd()}\n\n`);
  results.push({ name, passed: outcome.code === 0 ? 1 : 0, failed: outcome.code === 0 ? 0 : 1 });
}

/** Work of our own that has to succeed: it counts as one. Returns whether it did. */
async function attempt(name, work) {
  let value;
  try {
    value = { value: await work() };
  } catch (error) {
    process.stdout.write(`\n${error.output ?? ""}\n${error.name === "StepError" ? error.message : error.stack}\n`);
  }
  results.push({ name, passed: value ? 1 : 0, failed: value ? 0 : 1 });
  return value;
}

/** A browser that a machine may be without: what is not run for want of it is counted as skipped, with the reason. */
async function unlessAbsent(name, find) {
  try {
    return await find();
  } catch (error) {
    if (error.name !== "StepError") throw error;
    results.push({ name: `${name}: not run, because ${error.message}`, passed: 0, failed: 0, skipped: 1 });
    if (error.output) process.stdout.write(`\n${error.output}\n`);
    return {};
  }
}

async function unitTests() {
  const file = path.join(reports, "unit.json");
  const flags = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  console.log("  unit and endpoint tests:");
  const env = { BANKSIDE_TEST_ANSWERS: answers };
  const { code } = await run(tool("vitest/vitest.mjs", ...flags), { env, live: true });
  const report = readReport(file);
  const red = (report?.testResults ?? []).filter(({ status }) => status === "failed");
  const ofTests = red.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0])),
  );
  // A file that fails before its first test has no failed test to its name.
  const ofFiles = red
    .filter(({ assertionResults }) => assertionResults.every(({ status }) => status !== "failed"))
    .map(({ name, message }) => failure(name, "the file itself", message));
  failures.push(...ofTests, ...ofFiles);
  count(
    "unit and endpoint tests",
    code,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests + ofFiles.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
  );
}

async function journeys() {
  const chromium = await attempt("a Chromium that starts", findChromium);
  if (!chromium) return;
  const others = {
    ...(await unlessAbsent("shoppers' journeys on Firefox", findFirefox)),
    ...(await unlessAbsent("a payment on WebKitGTK", findWebKit)),
  };
  const file = path.join(reports, "journeys.json");
  const env = { E2E_CHROMIUM: chromium.value, ...others, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  console.log("  browser journeys:");
  const { code } = await run(tool("@playwright/test/cli.js", "test", "--reporter=list,json"), { env, live: true });
  const report = readReport(file);
  const journeys = (report?.suites ?? []).flatMap(journeysOf);
  const told = (word) => journeys.filter((one) => one.word === word).map(({ words }) => words);
  failures.push(...told("failed"));
  unsteady.push(...told("unsteady"));
  const skipped = told("skipped").length;
  const failed = told("failed").length;
  count("browser journeys", code, report && { passed: journeys.length - failed - skipped, failed, skipped });
}

/** The journeys of a suite and of those within it: how each ended, and what went wrong at its first try that failed. */
function journeysOf({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results: tries }) => {
      const wrong = tries.find(({ error }) => error);
      const words = wrong ? failure(file, title, wrong.error.message) + seen(wrong.attachments) : title;
      return { word: wordOf(status, tries), words };
    }),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

function wordOf(status, tries) {
  const isAboutMoney = tries.some(({ errors }) => errors.some(({ message = "" }) => ABOUT_MONEY.test(message)));
  if (status === "unexpected" || isAboutMoney) return "failed";
  return status === "flaky" ? "unsteady" : status === "skipped" ? "skipped" : "passed";
}

/** What stood in the page when a journey failed, as a screen reader would say it: its words in one line. */
function seen(attachments) {
  const { path: file } = attachments.find(({ name }) => name === "error-context") ?? {};
  if (!file || !existsSync(file)) return "";
  const [, page = ""] = readFileSync(file, "utf8").split("# Page snapshot");
  const shown = page.slice(Math.max(0, page.search(/- main\b/)));
  const words = [...shown.matchAll(/- (?!\/url)[a-z]+ (?:"([^"]+)"|[^:\n]*: (.+))|- text: (.+)/g)];
  const line = words.map(([, name, text, plain]) => name ?? text ?? plain).join(" | ");
  return line ? `\n      Page: ${line.slice(0, MAX_SEEN)}` : "";
}

/** A failure in a few lines: where, what was promised, and how its message begins, with what was expected and what came. */
function failure(file, title, message = "") {
  const [first = "", ...rest] = stripVTControlCharacters(message).split("\n");
  const values = rest.filter((line) => /^\s*(Expected|Received|Locator|Timeout)/.test(line)).slice(0, 4);
  return `${path.relative(root, path.resolve(root, file))}: ${title}\n      ${[first, ...values.map((line) => line.trim())].join("\n      ")}`;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** A runner's own numbers; red with no failed test, or with no test at all, is a failure too. */
function count(name, code, numbers) {
  const { passed = 0, failed = 0, skipped = 0 } = numbers ?? {};
  const unexplained = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  results.push({ name, passed, failed: failed + unexplained, skipped });
}

function summarise() {
  console.log("");
  for (const { name, passed, failed, skipped } of results) {
    const numbers =
      passed + failed > 1 ? ` (${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""})` : "";
    const word = failed > 0 ? "FAILED " : passed > 0 ? "ok     " : "skipped";
    console.log(`  ${word} ${name}${numbers}`);
  }
  if (failures.length > 0) console.log(`\n  What failed:\n${failures.map((line) => `    ${line}`).join("\n")}`);
  if (unsteady.length > 0) {
    console.log(`\n  Unsteady, right when made again:\n${unsteady.map((line) => `    ${line}`).join("\n")}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${seconds(0)}\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") > 0 ? 1 : 0;
}
