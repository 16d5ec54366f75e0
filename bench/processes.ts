import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { removeAtEnd } from "../scripts/lib/remove-at-end.mjs";

/** The project's folder. */
export const root = path.join(import.meta.dirname, "..");

/** Runs the work with a temporary data folder, which is deleted afterwards. */
export async function inDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "bankside-bench-"));
  removeAtEnd(dataDir);
  try {
    await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Runs the work, and then ends every program that it started, also when it is stopped. After a failure it shows the
 * output of those that had ended by then: a crashed server is the cause of later errors.
 */
export async function thenStopAll(work: () => Promise<void>): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopAll().finally(() => process.exit(1)));
  try {
    await work();
  } catch (error) {
    process.stderr.write(`\n${lastOutput()}\n`);
    throw error;
  } finally {
    await stopAll();
  }
}

type Environment = Record<string, string>;

const READY_WITHIN_MS = 60_000;
const RETRY_MS = 100;
const STOP_WITHIN_MS = 15_000;
const OUTPUT_TAIL = 4_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
/** Every started program, with the end of its output. */
const children = new Map<ChildProcess, { output: string }>();

/** The machine's variables that programs need, without any that was set for this project. */
export function environment(own: Environment): NodeJS.ProcessEnv {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...own };
}

/** Runs a Node program to its end and returns its output; throws with its output when it fails. */
export async function run(args: string[], env: Environment): Promise<string> {
  const options = { cwd: root, env: environment(env), maxBuffer: MAX_OUTPUT_BYTES };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return stdout;
}

/** Starts a Node program and waits until `readyUrl` answers 2xx. Returns its process id. */
export async function serve(
  args: string[],
  env: Environment,
  readyUrl: string,
  withinMs = READY_WITHIN_MS,
): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, env: environment(env), stdio: ["ignore", "pipe", "pipe"] });
  const said = { output: "" };
  children.set(child, said);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said.output = (said.output + chunk.toString()).slice(-OUTPUT_TAIL);
    });
  }
  for (const deadline = Date.now() + withinMs; ; await sleep(RETRY_MS)) {
    const answer = await fetch(readyUrl).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return child.pid ?? 0;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${args.join(" ")} does not serve.\n${said.output}`);
  }
}

/** Resident memory of a process, in MiB; null where the system has no /proc. */
export function residentMiB(pid: number): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}

const TICK_MS = 10;

/** The parent of a process, and the processor time that it and its ended children have used; null where there is no /proc. */
function timesOf(pid: number): { parent: number; ownMs: number; childrenMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const sum = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS;
    return { parent: Number(fields[1]), ownMs: sum(11), childrenMs: sum(13) };
  } catch {
    return null;
  }
}

/** Processor time of a process until now, in milliseconds. */
export function processorMs(pid: number): number | null {
  return timesOf(pid)?.ownMs ?? null;
}

/** The same of PostgreSQL with all its processes, found by the process of one connection. */
export function postgresProcessorMs(backendPid: number): number | null {
  const postmaster = timesOf(backendPid)?.parent;
  const main = postmaster === undefined ? null : timesOf(postmaster);
  if (!main) return null;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.map((pid) => timesOf(Number(pid))).filter((times) => times?.parent === postmaster);
  return children.reduce((total, times) => total + (times?.ownMs ?? 0), main.ownMs + main.childrenMs);
}

function lastOutput(): string {
  const fallen = [...children].filter(([child]) => child.exitCode !== null || child.signalCode !== null);
  return fallen
    .map(
      ([child, { output }]) => `${child.spawnargs.join(" ")} ended (${child.exitCode ?? child.signalCode}):\n${output}`,
    )
    .join("\n");
}

async function stopAll(): Promise<void> {
  await Promise.all(
    [...children.keys()].map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([ended, sleep(STOP_WITHIN_MS)]);
      child.kill("SIGKILL");
    }),
  );
}
