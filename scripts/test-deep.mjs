// `npm run test:deep [-- part …]`: every check at its full size, part by part. A part that passed at this commit is not
// run again, so a stopped run continues. Writes docs/deep-run.json when each part has a result of this commit or of one
// before it: all parts take hours, and a fault that one of them finds is mended by a new commit.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureBuilt, ensureGenerated, ensurePackages } from "./lib/build.mjs";
import { commitsSince, DEEP_RUN, git, mustBeAt } from "./lib/deep-run.mjs";
import { readJson } from "./lib/reports.mjs";
import { add, beginResults, endResults, print } from "./lib/results.mjs";
import { findBrowsers, journeys, testsOfCode } from "./lib/runners.mjs";
import { leave, root, run, StepError, tool } from "./lib/steps.mjs";

const FULL = { VERIFICATION_DEPTH: "full", CI: "true" };
const SEED = Number(process.env.FUZZ_SEED ?? "1");
const folder = path.join(root, "test-results/deep");
const reports = path.join(folder, "reports");
// Found once, for the first part that needs one.
let browsers;

/** Each returns `{ passed, failed, skipped, sizes, ms }`. */
const PARTS = {
  "tests of code": () => testsOfCode("tests of code", { folder: reports, env: FULL }),
  "crash: every moment": () => drill("crash: every moment", "scripts/crash-matrix.ts", "--all"),
  "crash: 250 kills": () => drill("crash: 250 kills", "scripts/crash-matrix.ts"),
  "webhooks: kills": () => drill("webhooks: kills", "scripts/drill-webhooks.ts", "kills"),
  "webhooks: hang": () => drill("webhooks: hang", "scripts/drill-webhooks.ts", "hang"),
  "webhooks: fairness": () => drill("webhooks: fairness", "scripts/drill-webhooks.ts", "fairness"),
  "webhooks: backlog": () => drill("webhooks: backlog", "scripts/drill-webhooks.ts", "backlog"),
  "journeys: chromium": () => journeysOn("chromium"),
  "journeys: phone": () => journeysOn("phone"),
  "journeys: firefox": () => journeysOn("firefox"),
  "journeys: webkitgtk": () => journeysOn("webkitgtk"),
};

process.chdir(root);
try {
  const commit = git("rev-parse", "HEAD");
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((word) => !Object.keys(PARTS).some((name) => name.includes(word)));
  if (unknown.length > 0) throw new StepError(`No part's name contains ${unknown.join(", ")}.`);
  if (git("status", "--porcelain")) throw new StepError("Commit first: a deep run is about a commit.");
  mkdirSync(reports, { recursive: true });
  await ensurePackages({ dev: true });
  await ensureGenerated();
  await ensureBuilt();
  beginResults();
  for (const name of Object.keys(PARTS)) {
    if (wanted.length === 0 || wanted.some((word) => name.includes(word))) await runPart(name, commit);
  }
  writeDeepRun();
  endResults((elapsed) => console.log(`\n${elapsed} minutes; logs in test-results/deep`));
} catch (error) {
  leave(error);
}

function fileOf(name) {
  return path.join(folder, `${name.replaceAll(/[^a-z0-9]+/g, "-")}.json`);
}

/** Parts of runs before the seed was noted have none: those had seed 1. */
function isOfSeed({ seed = 1 }) {
  return seed === SEED;
}

async function runPart(name, commit) {
  const before = readJson(fileOf(name));
  if (before?.commit === commit && isOfSeed(before) && before.failed === 0) {
    return add(`${name}, done before`, before);
  }
  const found = await PARTS[name]();
  if (!found) return;
  mustBeAt(commit);
  const { passed, failed, skipped = 0, sizes, ms } = found;
  const part = {
    name,
    commit,
    seed: SEED,
    date: new Date().toISOString(),
    minutes: round(ms / 60_000),
    passed,
    failed,
    skipped,
    sizes,
  };
  writeFileSync(fileOf(name), `${JSON.stringify(part, null, 2)}\n`);
}

/** A drill is a program that prints each check in a line, and exits with 0 when all are right. */
async function drill(name, script, ...args) {
  const start = performance.now();
  const last = [];
  const onLine = (line) => line.trim() && last.push(line.trim());
  const log = path.join(reports, `${path.basename(fileOf(name), ".json")}.log`);
  const { code } = await run(tool("tsx/dist/cli.mjs", script, ...args, "--seed", String(SEED)), { log, onLine });
  const counts = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  add(name, counts, start);
  return { ...counts, sizes: last.slice(-3), ms: performance.now() - start };
}

async function journeysOn(project) {
  browsers ??= await findBrowsers();
  const needs = { firefox: "E2E_FIREFOX", webkitgtk: "E2E_WEBKIT_DRIVER" }[project];
  if (!browsers || (needs && !browsers[needs])) return undefined;
  const args = ["--project", project];
  return journeys(`journeys: ${project}`, { folder: reports, args, env: FULL, browsers, id: `journeys-${project}` });
}

/** Only a complete run is saved. A part without a result here keeps the saved one, which is of a commit before this one. */
function writeDeepRun() {
  const saved = readJson(path.join(root, DEEP_RUN));
  const kept = saved?.seed === SEED ? saved.parts : [];
  const parts = Object.keys(PARTS).map((name) => {
    const here = readJson(fileOf(name));
    const isOfThePast = here && isOfSeed(here) && commitsSince(here.commit) !== null;
    return isOfThePast ? here : kept.find((part) => part.name === name);
  });
  const missing = Object.keys(PARTS).filter((_, index) => !parts[index]);
  if (missing.length > 0) return print(`${DEEP_RUN} is not written: missing ${missing.join(", ")}.`);
  const deep = { node: process.version, seed: SEED, parts };
  writeFileSync(path.join(root, DEEP_RUN), `${JSON.stringify(deep, null, 2)}\n`);
  print(`${DEEP_RUN} is written: commit it.`);
}

function round(value) {
  return Math.round(value * 10) / 10;
}
