import { now } from "./clock";
import type { Job, Run } from "./job";

const PAUSE_MS = 60_000;

/**
 * Tidying that each worker does once a minute, or with another pause. Nothing is leased: `run` has to do no harm when two
 * workers do it at once.
 */
export function periodicJob(name: string, run: Run, pauseMs = PAUSE_MS): Job {
  let nextAtMs = 0;
  const claim = async () => {
    if (now().getTime() < nextAtMs) return [];
    nextAtMs = now().getTime() + pauseMs;
    return [run];
  };
  return { name, concurrency: 1, claim };
}
