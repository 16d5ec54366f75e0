import { hideSteps, run } from "./steps.mjs";

const PROGRESS_EVERY_MS = 30_000;
const began = performance.now();
const results = [];
/** The failed items, by name: repeated at the end of the output. */
const failures = [];
/** The progress of the long parts: `{ name: { done, failed } }`. */
const progress = {};

/** From now on only this module prints: several parts run at once, and each prints one line at its end. */
export function beginResults() {
  hideSteps();
  setInterval(printProgress, PROGRESS_EVERY_MS).unref();
}

/** A tool that passes or fails: it counts as one. Its output is shown when it fails. */
export async function check(name, command) {
  const start = performance.now();
  const { code, output } = await run(command, { env: { NO_COLOR: "1" } });
  if (code !== 0) process.stdout.write(`\n${output.trimEnd()}\n\n`);
  add(name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }, start);
}

/** A function that has to succeed: it counts as one. Returns `{ value }` on success. */
export async function attempt(name, work) {
  const start = performance.now();
  let value;
  try {
    value = { value: await work() };
  } catch (error) {
    process.stdout.write(`\n${error.output ?? ""}\n${error.name === "StepError" ? error.message : error.stack}\n`);
  }
  add(name, { passed: value ? 1 : 0, failed: value ? 0 : 1 }, start);
  return value;
}

/**
 * A test runner: its output goes to a log; failures and the sizes of samples are shown at once, the rest is counted.
 */
export async function runner(name, command, { env, log, read }) {
  const start = performance.now();
  const state = { done: 0, failed: 0 };
  progress[name] = state;
  const sizes = new Set();
  const onLine = (line) => {
    const [, indent, mark] = /^(\s*)([✓✘×❯-]) /.exec(line) ?? [];
    // vitest indents a file by one space, Playwright a journey by two; the tests of a file have more.
    if (mark && indent.length <= 2) state.done += 1;
    if (mark === "✘" || mark === "×") {
      state.failed += 1;
      print(line.trim());
    }
    if (!/^(?:sample|full): /.test(line) || sizes.has(line)) return;
    sizes.add(line);
    print(line);
  };
  const { code } = await run(command, { env: { ...env, NO_COLOR: "1" }, log, onLine });
  delete progress[name];
  const counts = read(code);
  add(name, counts, start);
  return { ...counts, sizes: [...sizes], ms: Math.round(performance.now() - start) };
}

/** Counts a part and prints its line. `start`: its start time, by performance.now(). */
export function add(name, { passed, failed, skipped = 0, failures: lines = [] }, start) {
  failures.push(...lines);
  const result = { name, passed, failed, skipped };
  results.push(result);
  print(`${sentence(result)}${start === undefined ? "" : `, ${elapsed(start)}`}`);
}

/** Prints a line with the time since the command began. */
export function print(line) {
  console.log(`  ${elapsed(began).padStart(6)}  ${line}`);
}

/** Minutes since the command began. */
export function minutes() {
  return (performance.now() - began) / 60_000;
}

/** Prints every part and the failures; `summary` prints the lines before the last. Sets the exit code. */
export function endResults(summary) {
  console.log("");
  for (const result of results) console.log(`  ${sentence(result)}`);
  if (failures.length > 0) console.log(`\n  What failed:\n${failures.map((line) => `    ${line}`).join("\n")}`);
  summary(elapsed(began));
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const skipped = sum("skipped");
  console.log(`${sum("passed")} passed, ${sum("failed")} failed${skipped ? `, ${skipped} skipped` : ""}`);
  process.exitCode = sum("failed") > 0 ? 1 : 0;
}

function sentence({ name, passed, failed, skipped }) {
  const word = failed > 0 ? "FAILED " : passed > 0 ? "ok     " : "skipped";
  const numbers = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
  return `${word} ${name}${passed + failed > 1 ? ` (${numbers})` : ""}`;
}

function printProgress() {
  const parts = Object.entries(progress).map(([name, { done, failed }]) => `${name}: ${done} done, ${failed} failed`);
  if (parts.length > 0) print(parts.join(" · "));
}

function elapsed(since) {
  const seconds = Math.round((performance.now() - since) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
