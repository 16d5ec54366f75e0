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
