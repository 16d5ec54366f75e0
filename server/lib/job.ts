/** One piece of claimed work. What it throws is logged; the row is free again when its lease ends. */
export type Run = () => Promise<void>;

/** Work to come, of one kind: rows that are due. The worker asks for as many as it can start at once. */
export type Job = {
  /** Names it in the log: `webhooks.deliver`. */
  name: string;
  /** How many runs of this job one worker has in flight at most. */
  concurrency: number;
  /**
   * For runs that wait for others more than they work. One that is older than `afterMs` counts no more among
   * `concurrency`, so that many that hang hold up newcomers for that long only; `inFlight` is the bound of all together.
   */
  patience?: { afterMs: number; inFlight: number };
  /** Claims up to `limit` rows that are due and returns one run for each; the worker starts them all immediately. */
  claim(limit: number): Promise<Run[]>;
};
