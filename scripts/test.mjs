// `npm test`: all checks and tests in one command. It does its own set-up, continues
// after a failure to count all of them, and ends with "N passed, N failed".
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Bankside needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
const { mkdirSync, renameSync, rmSync } = await import("node:fs");
const { default: path } = await import("node:path");
const { ensureBuilt, ensureGenerated, ensurePackages } = await import("./lib/build.mjs");
const { ageOfDeepRun } = await import("./lib/deep-run.mjs");
const { underLock } = await import("./lib/lock.mjs");
const { keepTemporaryFilesInMemory } = await import("./lib/memory-folder.mjs");
const { LAST_RUN } = await import("./lib/reports.mjs");
const { add, attempt, beginResults, check, endResults, minutes } = await import("./lib/results.mjs");
const { findBrowsers, journeys, testsOfCode } = await import("./lib/runners.mjs");
const { leave, root, tool } = await import("./lib/steps.mjs");
const { printTimes } = await import("./lib/times.mjs");

/** The time limit of the command on two idle cores: with everything installed and built, and from a fresh clone. */
const BOUND_MIN = 10;
const FRESH_BOUND_MIN = 12;
const folder = path.join(root, `test-results/run-${process.pid}`);
const answers = path.join(folder, "answers.txt");

process.chdir(root);
try {
  // An earlier run with the same process id may have left its answers.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const isFresh = await ensurePackages({ dev: true });
  await ensureGenerated();
  keepTemporaryFilesInMemory();
  beginResults();
  // Two parallel sequences for two cores: journeys wait for browsers half of the time, tests of code for the database.
  await Promise.all([
    staticChecks().then(() => testsOfCode("tests of code", { folder, env: { BANKSIDE_TEST_ANSWERS: answers } })),
    types().then(browserJourneys),
  ]);
  const declared = tool("tsx/dist/cli.mjs", "scripts/declared-answers.ts", answers);
  await check("every declared answer is given in some test", declared);
  summarise(isFresh ? FRESH_BOUND_MIN : BOUND_MIN);
} catch (error) {
  leave(error);
}

/** Before the build, and under its lock: a build, also of another run, deletes the types of the pages and writes them. */
async function types() {
  const command = tool("typescript/bin/tsc", "--noEmit");
  await underLock("build", () => check("types", command));
}

async function staticChecks() {
  await check("format and lint", tool("@biomejs/biome/bin/biome", "check", "--max-diagnostics=100", "."));
  await check("import rules", [process.execPath, "scripts/depcruise.mjs"]);
  await check("dead code", tool("knip/bin/knip.js"));
}

async function browserJourneys() {
  if (!(await attempt("build", ensureBuilt))) {
    return add("browser journeys: not run, because there is no build", { passed: 0, failed: 1 });
  }
  const browsers = await findBrowsers();
  if (browsers) await journeys("browser journeys", { folder, browsers });
}

function summarise(boundMin) {
  // The newest run's reports, for `npm run test:times`.
  const last = path.join(root, LAST_RUN);
  rmSync(last, { recursive: true, force: true });
  try {
    renameSync(folder, last);
  } catch (error) {
    // Another run of this checkout ended at the same moment: its reports are as new.
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
  }
  endResults((elapsed) => {
    console.log("");
    printTimes({ most: 5 });
    console.log(`\n${ageOfDeepRun()}`);
    const verdict = minutes() <= boundMin ? "within" : "OVER";
    console.log(`${elapsed} minutes, ${verdict} the limit of ${boundMin} on two quiet cores`);
  });
}
