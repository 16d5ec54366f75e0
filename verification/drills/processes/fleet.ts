import { now } from "../../../server/lib/clock";
import { moveClock } from "../../../server/test/database";
import { bundledProgram } from "../../../server/test/processes/program";
import { type Child, startChild } from "../child";

export type WorkerOrder =
  | { kind: "start"; clockMs: number }
  | { kind: "clock"; clockMs: number }
  | { kind: "memory" }
  | { kind: "stop" };
export type WorkerAnswer = { memoryMb: number };

type Worker = Child<WorkerOrder, WorkerAnswer>;

/** Workers of one kind, each in its own process. */
export type Fleet = {
  /** Kills one with kill -9 and starts a replacement, which is ready when this resolves. */
  killOne(random: () => number): Promise<void>;
  /** Moves the clock of the database, this process and every worker. PostgreSQL's format: `6 minutes`. */
  pass(interval: string): Promise<void>;
  /** The highest memory use of a worker until now: resident, in mebibytes. */
  memoryMb(): Promise<number>;
  /** Workers stop claiming, finish their calls in flight, and end. */
  stop(): Promise<void>;
};

export type FleetOptions = {
  count: number;
  /** The entry file of the process: the product's worker by default. */
  entry?: URL;
  env?: Record<string, string>;
  /** Node's own flags. */
  flags?: readonly string[];
};

const PRODUCT = new URL("./worker-main.ts", import.meta.url);
/** The receivers' loopback address, which the product's SSRF guard blocks by default. */
const ALLOWED = { WEBHOOK_ALLOW_CIDRS: "127.0.0.1/32:1-65535" };

/** Starts them against the database of this process's environment, and waits until all are working. */
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
