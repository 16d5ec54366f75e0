import { bundledProgram } from "../../server/test/processes/program";
import { startChild } from "../drills/child";

export type VictimOrder = { kind: "start" } | { kind: "clock"; ms: number } | { kind: "work" };
/** The answer to every order. `failures`: of the work. */
export type VictimReport = { port: number; failures: string[] };

/** The product's process that the drill kills. */
export type Victim = {
  port: number;
  /** Moves its clock. */
  setClock(ms: number): Promise<unknown>;
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
  const kills = new Set<() => void>();
  const start = async (): Promise<Victim> => {
    const { ask, kill } = startChild<VictimOrder, VictimReport>(program, { DATABASE_URL: databaseUrl });
    kills.add(kill);
    const { port } = await ask({ kind: "start" });
    return {
      port,
      setClock: (ms) => ask({ kind: "clock", ms }),
      work: async () => (await ask({ kind: "work" })).failures,
      kill: () => {
        kills.delete(kill);
        kill();
      },
    };
  };
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
      for (const kill of kills) kill();
    },
  };
}
