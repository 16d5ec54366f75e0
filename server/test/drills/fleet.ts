import { now } from "../../lib/clock";
import { moveClock } from "../database";
import { bundledProgram } from "../program";
import { type Child, startChild } from "./child";

export type WorkerOrder =
  | { kind: "start"; clockMs: number }
  | { kind: "clock"; clockMs: number }
  | { kind: "memory" }
  | { kind: "stop" };
export type WorkerAnswer = { memoryMb: number };

type Worker = Child<WorkerOrder, WorkerAnswer>;

/** Workers of one kind, each a process. */
export type Fleet = {
  /** Kills one with kill -9, and puts a new one in its place, which is up when this resolves. */
  killOne(random: () => number): Promise<void>;
  /** Time goes on, for the database, for this process and for every worker. PostgreSQL's words: `6 minutes`. */
  pass(interval: string): Promise<void>;
  /** The most that any of them has, or had when it was asked before: resident, in mebibytes. */
  memoryMb(): Promise<number>;
  /** They take no more, and end when what they have in hand is done. */
  stop(): Promise<void>;
};

export type FleetOptions = {
  count: number;
  /** The file that the process begins with: the product's worker by default. */
  entry?: URL;
  env?: Record<string, string>;
  /** Node's own. */
  flags?: readonly string[];
};

const PRODUCT = new URL("./worker-main.ts", import.meta.url);
/** The receivers are on this address, which the product does not call unless it is told to. */
const ALLOWED = { WEBHOOK_ALLOW_CIDRS: "127.0.0.1/32:1-65535" };

/** Starts them against the database of this process's environment, and waits until all are at work. */
export async function startFleet({ count, entry = PRODUCT, env = {}, flags = [] }: FleetOptions): Promise<Fleet> {
  const program = await bundledProgram(entry);
  const up = new Set<Worker>();
  let most = 0;

  const start = async () => {
    const worker: Worker = startChild(program, { ...ALLOWED, ...env }, flags);
    await worker.ask({ kind: "start", clockMs: clockMs() });
    up.add(worker);
  };
  await Promise.all(Array.from({ length: count }, start));

  return {
    async killOne(random) {
      const worker = [...up][Math.floor(random() * up.size)];
      if (!worker) throw new Error("There is no worker to kill.");
      up.delete(worker);
      worker.kill();
      await worker.close();
      await start();
    },
    async pass(interval) {
      await moveClock(interval);
      await Promise.all([...up].map((worker) => worker.ask({ kind: "clock", clockMs: clockMs() })));
    },
    async memoryMb() {
      const now = await Promise.all([...up].map((worker) => worker.ask({ kind: "memory" })));
      most = Math.max(most, ...now.map(({ memoryMb }) => memoryMb));
      return most;
    },
    async stop() {
      await Promise.all([...up].map((worker) => worker.ask({ kind: "stop" })));
      await Promise.all([...up].map((worker) => worker.close()));
    },
  };
}

const clockMs = () => now().getTime() - Date.now();
