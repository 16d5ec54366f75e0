import pg from "pg";
import { processState } from "./process-state";

declare module "@vitest/runner" {
  interface TaskMeta {
    /** The waiting time of a file's tests, in ms. `npm run test:times` prints it. */
    waitedMs?: { database: number; prism: number };
    /** Processor time of the file's own process, in ms, without PostgreSQL's. */
    cpuMs?: number;
  }
}

/** Adds the time of every query of this process to `waitedMs.database`. */
export function timeDatabase(): void {
  if (processState.isDatabaseTimed) return;
  processState.isDatabaseTimed = true;
  const query = pg.Client.prototype.query;
  const timed = function (this: pg.Client, ...given: unknown[]) {
    const began = performance.now();
    const result: unknown = Reflect.apply(query, this, given);
    if (result instanceof Promise) {
      const note = () => {
        processState.waitedMs.database += performance.now() - began;
      };
      result.then(note, note);
    }
    return result;
  };
  Object.defineProperty(pg.Client.prototype, "query", { value: timed, configurable: true, writable: true });
}
