import { elapsedMs } from "./clock";

const FAILED_FOR_MS = 60_000;
const PAUSE_MS = 60_000;

/** One claimed row's work. Errors are logged; the row can be claimed again when its lease ends. */
export type Run = () => Promise<void>;

/** A kind of background work on due rows. The worker claims as many as it can start. */
export type Job = {
  /** The name in the log: `webhooks.deliver`. */
  name: string;
  /** The most concurrent runs of this job in one worker. */
  concurrency: number;
  /**
   * For runs that mostly wait for responses. A run older than `afterMs` no longer counts against `concurrency`, so slow
   * runs delay new ones for at most that long; `inFlight` limits all runs together.
   */
  patience?: { afterMs: number; inFlight: number };
  /** The table of its rows: it is woken when one becomes due there. Absent: it only polls. */
  table?: string;
  /** Claims up to `limit` due rows and returns one run for each; the worker starts them all immediately. */
  claim(limit: number): Promise<Run[]>;
};

/**
 * The claim of due rows without leases, which stay due until their run has ended. A running row is passed over: one whose
 * run waits for a lock would be started in every slot. A row whose run failed is passed over for a minute.
 */
export function claimOfRows(find: (limit: number) => Promise<string[]>, run: (id: string) => Promise<void>) {
  const running = new Set<string>();
  const failed = new Map<string, number>();
  const runOf = (id: string) => async () => {
    running.add(id);
    try {
      await run(id);
    } catch (error) {
      failed.set(id, elapsedMs() + FAILED_FOR_MS);
      throw error;
    } finally {
      running.delete(id);
    }
  };
  return async (limit: number): Promise<Run[]> => {
    for (const [id, untilMs] of failed) if (untilMs <= elapsedMs()) failed.delete(id);
    // Before the search: a run that ends during it may still be found as due.
    const passedOver = new Set([...running, ...failed.keys()]);
    const ids = await find(limit + passedOver.size);
    const due = ids.filter((id) => !passedOver.has(id));
    return due.slice(0, limit).map(runOf);
  };
}

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
