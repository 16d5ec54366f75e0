import { elapsedMs } from "./clock";
import type { Job, Run } from "./job";

const PAUSE_MS = 60_000;

/**
 * A maintenance task that each worker runs once a minute, or at another interval; after a failure within a minute. There
 * is no lease: `run` must be safe when two workers run it at once.
 */
export function periodicJob(name: string, run: Run, pauseMs = PAUSE_MS): Job {
  let nextAtMs = Number.NEGATIVE_INFINITY;
  const claim = async () => {
    if (elapsedMs() < nextAtMs) return [];
    nextAtMs = elapsedMs() + Math.min(pauseMs, PAUSE_MS);
    const runOnce = async () => {
      const startedAtMs = elapsedMs();
      await run();
      nextAtMs = startedAtMs + pauseMs;
    };
    return [runOnce];
  };
  return { name, concurrency: 1, claim };
}
