import { now } from "./clock";
import type { Job, Run } from "./job";

const PAUSE_MS = 60_000;

/**
 * Tidying that each worker does once a minute. Nothing is leased: `run` has to do no harm when two workers do it at once.
 */
export function periodicJob(name: string, run: Run): Job {
  let nextAtMs = 0;
  const claim = async () => {
    if (now().getTime() < nextAtMs) return [];
    nextAtMs = now().getTime() + PAUSE_MS;
    return [run];
  };
  return { name, concurrency: 1, claim };
}
