/** Failures in a row after which the circuit opens … */
export const FAILURES_TO_OPEN = 20;
/** … if the first is at least this old: a restart can fail many calls within one second. */
export const OPEN_AFTER_S = 60;
/** Failures in a row after which an endpoint gets one call at a time. */
export const FAILURES_TO_SLOW = 3;
/** Days that due deliveries wait while the circuit is open, from its opening or from their due time; then they fail. */
export const CIRCUIT_OPEN_KEEPS_DAYS = 4;
/** The same while the endpoint is paused. */
export const PAUSE_KEEPS_DAYS = 30;
/** Age at which a run of failures is notified although the circuit is closed, as with few deliveries. */
export const NOTIFY_AFTER_S = 15 * 60;
/** Time without failures before a recovery is notified: a single success is not enough. */
export const RECOVERED_AFTER_S = 5 * 60;
/** At most one mail about failures per endpoint in this time; each is followed by one about the recovery. */
export const MAIL_EVERY_HOURS = 6;
/**
 * Seconds from the opening to the first half-open trial, and between trials; after the last value `LAST_TRIAL_AFTER_S`.
 */
const TRIAL_AFTER_S = [30, 60, 120, 300, 600] as const;
const LAST_TRIAL_AFTER_S = 600;
/** Relative jitter, so that endpoints behind one address are not tried at the same time. */
const TRIAL_JITTER = 0.2;

/** The failures in a row of one endpoint, and its circuit. */
export type Run = {
  failures: number;
  failingSince: Date | null;
  lastError: string | null;
  lastFailureAt: Date | null;
  /** Null: closed. `trialAt` is set if and only if this is. */
  circuitOpenedAt: Date | null;
  trialAt: Date | null;
  /** Half-open trials that have failed since the circuit opened. */
  trials: number;
  /** When the last run of failures ended; null during a run and before the first. */
  recoveredAt: Date | null;
};

/** No failures. */
export const NO_RUN: Run = {
  failures: 0,
  failingSince: null,
  lastError: null,
  lastFailureAt: null,
  circuitOpenedAt: null,
  trialAt: null,
  trials: 0,
  recoveredAt: null,
};

/** The outcome of one attempt. `error`: the text shown to the merchant. */
export type TryOutcome = { ok: boolean; error: string | null; at: Date };

/**
 * The run after one more attempt. A success ends it. The 20th failure of a run that is at least 60 s old opens the
 * circuit; from then on only a failure at or after `trialAt` schedules the next trial, because calls in flight at the
 * opening carry no new information. `random`: 0 to 1.
 */
export function afterTry(run: Run, { ok, error, at }: TryOutcome, random: number): Run {
  if (ok) return run.failures === 0 ? run : { ...NO_RUN, recoveredAt: at };
  const failures = run.failures + 1;
  const failingSince = run.failingSince ?? at;
  const failed: Run = { ...run, failures, failingSince, lastError: error, lastFailureAt: at, recoveredAt: null };
  if (run.circuitOpenedAt === null || run.trialAt === null) {
    if (!mayOpen(failures, failingSince, at)) return failed;
    return { ...failed, circuitOpenedAt: at, trialAt: trialTime(at, 0, random), trials: 0 };
  }
  if (at < run.trialAt) return failed;
  const trials = run.trials + 1;
  return { ...failed, trials, trialAt: trialTime(at, trials, random) };
}

function mayOpen(failures: number, failingSince: Date, at: Date): boolean {
  return failures >= FAILURES_TO_OPEN && at.getTime() - failingSince.getTime() >= OPEN_AFTER_S * 1000;
}

function trialTime(from: Date, trials: number, random: number): Date {
  const plainS = TRIAL_AFTER_S[trials] ?? LAST_TRIAL_AFTER_S;
  return new Date(from.getTime() + plainS * (1 + TRIAL_JITTER * (random * 2 - 1)) * 1000);
}

/**
 * When the next call to the endpoint is made. `nextDueAt`: the earliest due time of its deliveries; null: none waits.
 * Not before the trial while the circuit is open; null while it is paused.
 */
export function nextTryOf(row: Pick<Run, "trialAt"> & { pausedAt: Date | null }, nextDueAt: Date | null): Date | null {
  if (row.pausedAt !== null || nextDueAt === null) return null;
  return row.trialAt !== null && row.trialAt > nextDueAt ? row.trialAt : nextDueAt;
}
