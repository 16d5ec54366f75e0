import { fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { bundledProgram } from "../processes/program";

const POLL_EVERY_MS = 100;

/** The simulated bank in a separate process, on this test file's database. */
export type SimbankProcess = {
  /** Ends it at once, like a crash. */
  kill(): Promise<void>;
  /** Stops it like an operator; returns the exit code. */
  stop(): Promise<number | null>;
};

/**
 * Starts the program of `npm run simbank`, with this process's environment, and waits until it serves at `url`.
 * @throws Error with its output, when it ends instead
 */
export async function startSimbankProcess(url: string, args: readonly string[] = []): Promise<SimbankProcess> {
  const program = await bundledProgram(new URL("../../../simbank/src/standalone/main.ts", import.meta.url));
  const child = fork(program, [...args], { execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let isRunning = true;
  void ended.then(() => (isRunning = false));
  while (isRunning && !(await isServing(url))) await pause(POLL_EVERY_MS);
  if (!isRunning) throw new Error(`The simulated bank has ended: ${said.trim()}`);
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

async function isServing(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
