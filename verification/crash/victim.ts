import { type ChildProcess, fork } from "node:child_process";
import { bundledProgram } from "../../server/test/processes/program";

/** The messages between the two processes. Every order is answered. */
export type VictimOrder = { kind: "clock"; ms: number } | { kind: "work" };
export type VictimReport = { port: number } | { failures: string[] };

/** The product's process that the drill kills. */
export type Victim = {
  port: number;
  /** Moves its clock. */
  setClock(ms: number): Promise<void>;
  /** Runs all due jobs. Rejects when the process dies meanwhile. Returns the errors of single runs. */
  work(): Promise<string[]>;
  /** kill -9. */
  kill(): void;
};

/** Starts victims from one bundle; the next starts while the current one is in use. */
export type VictimMaker = { next(): Promise<Victim>; close(): void };

/** Bundles the product with the drill's program; `databaseUrl`: through the proxy. */
export async function victimMaker(databaseUrl: string): Promise<VictimMaker> {
  const program = await bundledProgram(new URL("../../scripts/crash-victim.ts", import.meta.url));
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const children = new Set<ChildProcess>();
  const start = () => startVictim(program, env, children);
  let spare: Promise<Victim> | undefined;
  return {
    next: () => {
      const victim = spare ?? start();
      // A failed start is reported when the spare process is used.
      spare = start();
      spare.catch(() => undefined);
      return victim;
    },
    close: () => {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}

async function startVictim(file: string, env: NodeJS.ProcessEnv, children: Set<ChildProcess>): Promise<Victim> {
  const child = fork(file, { env, execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] });
  children.add(child);
  // A message to a killed process fails; the caller gets its exit.
  child.on("error", () => undefined);
  const ended = new Promise<never>((_resolve, reject) => {
    child.once("exit", (code, signal) => {
      children.delete(child);
      reject(new Error(`The victim has ended: ${signal ?? code}`));
    });
  });
  // Prevents an unhandled rejection when no caller waits.
  ended.catch(() => undefined);
  const nextReport = () =>
    Promise.race([ended, new Promise<VictimReport>((resolve) => child.once("message", resolve))]);
  const order = async (said: VictimOrder): Promise<string[]> => {
    const answered = nextReport();
    child.send(said);
    const report = await answered;
    return "failures" in report ? report.failures : [];
  };
  const started = await nextReport();
  if (!("port" in started)) throw new Error("The victim did not say where it listens.");
  return {
    port: started.port,
    setClock: async (ms) => void (await order({ kind: "clock", ms })),
    work: () => order({ kind: "work" }),
    kill: () => void child.kill("SIGKILL"),
  };
}
