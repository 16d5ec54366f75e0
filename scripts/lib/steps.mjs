import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

/** The project's folder. */
export const root = path.join(import.meta.dirname, "../..");

/** A failure that its sentence explains fully (with the tool's own output, if there is one). */
export class StepError extends Error {
  constructor(sentence, output = "") {
    super(sentence);
    this.name = "StepError";
    this.output = output;
  }
}

let areStepsShown = true;

/** From now on steps print nothing: for a command that runs several at once and prints its own lines. */
export function hideSteps() {
  areStepsShown = false;
}

/** Runs one step and prints one line: its name at the start, its seconds at the end. */
export async function step(name, work) {
  if (!areStepsShown) return work();
  const begin = performance.now();
  process.stdout.write(`  ${name} … `);
  try {
    const result = await work();
    process.stdout.write(`${seconds(begin)}\n`);
    return result;
  } catch (error) {
    process.stdout.write("failed\n");
    throw error;
  }
}

/** Time since `begin` for people: `3.4 s`. */
export function seconds(begin) {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}

const STOP_LIMIT_MS = 15_000;
const children = new Set();
let isStopping = false;
for (const [signal, exitCode] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.on(signal, async () => {
    // A signal ends the running tools, then this process, until the product has a handler of its own.
    if (children.size === 0 && process.listenerCount(signal) > 1) return;
    // Playwright stops its browsers and products before it ends: they must still have an output to write to.
    if (!isStopping && children.size > 0) {
      isStopping = true;
      const ended = [...children].map((child) => once(child, "close"));
      for (const child of children) child.kill(signal);
      await Promise.race([Promise.allSettled(ended), sleep(STOP_LIMIT_MS)]);
    }
    process.exit(exitCode);
  });
}

/**
 * Runs a tool quietly and resolves with its exit code and output. `log` names a file that gets the output as it
 * arrives; `onLine` gets each line, without colours.
 * @param {string[]} command program and arguments
 * @param {{env?: object, shell?: boolean, log?: string, onLine?: (line: string) => void}} [options]
 */
export function run(command, { env = {}, shell = false, log, onLine } = {}) {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell,
    });
    children.add(child);
    const file = log ? createWriteStream(log) : undefined;
    const lines = linesTo(onLine);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        if (file) file.write(chunk);
        else output += chunk;
        lines.take(String(chunk));
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      children.delete(child);
      lines.end();
      file?.end();
      // A stopped tool has no result: its caller must not report one, nor begin the next step before this process ends.
      if (!isStopping) resolve({ code: code ?? 1, output });
    });
  });
}

function linesTo(onLine) {
  let rest = "";
  const give = (line) => onLine?.(stripVTControlCharacters(line));
  return {
    take: (text) => {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) give(line);
    },
    end: () => rest && give(rest),
  };
}

/** Runs a tool that has to succeed; its output is shown only when it fails. */
export async function mustRun(command, sentence, options) {
  const { code, output } = await run(command, options);
  if (code !== 0) throw new StepError(sentence, output);
}

/** A tool that npm installed, run by this Node and not by the first one in PATH. */
export function tool(packageFile, ...args) {
  return [process.execPath, path.join(root, "node_modules", packageFile), ...args];
}

/**
 * Sets what Next and React read; the product reads the original NODE_ENV, which decides whether a missing DATABASE_URL
 * means a demo (server/entry/database/prepare.ts).
 */
export function runAsProduction() {
  process.env.BANKSIDE_NODE_ENV = process.env.NODE_ENV ?? "";
  process.env.NODE_ENV = "production";
  process.setSourceMapsEnabled(true);
}

/** Prints a failure and exits with code 1. */
export function leave(error) {
  if (error?.output) process.stderr.write(`\n${error.output.trimEnd()}\n`);
  const known = error?.name === "StepError" || error?.name === "StartError";
  process.stderr.write(`\n${known ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
