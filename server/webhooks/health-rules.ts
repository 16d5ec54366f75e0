/** The breaker opens after so many failures in a row … */
export const FAILURES_TO_PAUSE = 20;
/** … of which the first is at least so old: a burst of calls in hand may fail in one second of a restart. */
export const PAUSE_AFTER_S = 60;
/** From so many failures in a row on, a destination has one call at a time. */
export const FAILURES_TO_SLOW = 3;
/** So long the breaker keeps back what is due; then it is given up. From the opening, for what was due before. */
export const BREAKER_KEEPS_DAYS = 4;
/** So long a person's pause does. */
export const HOLD_KEEPS_DAYS = 30;
/** A run of failures that the breaker has no reason to open on is told of when it is so old: few deliveries, all in vain. */
export const TELL_AFTER_S = 15 * 60;
/** What was told of is told to be over when nothing has failed for so long: one success may be luck. */
export const RECOVERED_AFTER_S = 5 * 60;
/** One mail about failing in so many hours, however often a destination comes and goes; each has one about its end. */
export const MAIL_EVERY_HOURS = 6;
/** Seconds from the opening to the first probe, and from each probe that failed to the next; then always the last. */
const PROBE_AFTER_S = [30, 60, 120, 300, 600] as const;
const LAST_PROBE_AFTER_S = 600;
/** Probes differ by so much, so that receivers behind one address are not all asked at once. */
const PROBE_JITTER = 0.2;

/** Failures in a row of one destination, and what the circuit breaker made of them. */
export type Run = {
  failures: number;
  failingSince: Date | null;
  lastError: string | null;
  lastFailureAt: Date | null;
  /** The breaker is open since then; `probeAt` is set exactly while it is. */
  pausedSince: Date | null;
  probeAt: Date | null;
  /** Probes that failed since it opened. */
  probes: number;
  /** When the last run of failures ended; null while one lasts, and where none ever was. */
  takenSince: Date | null;
};

/** Nothing ever went wrong. */
export const NO_RUN: Run = {
  failures: 0,
  failingSince: null,
  lastError: null,
  lastFailureAt: null,
  pausedSince: null,
  probeAt: null,
  probes: 0,
  takenSince: null,
};

/** What a try came to. `error`: in the merchant's words. */
export type TryOutcome = { ok: boolean; error: string | null; at: Date };

/**
 * The run after one more try. A success ends it, whatever came before. The 20th failure of a run that is 60 s old opens
 * the breaker; from then on only a failure at or after `probeAt` moves the next probe further away: calls that were in
 * hand when it opened say nothing new. `random`: 0 to 1.
 */
export function afterTry(run: Run, { ok, error, at }: TryOutcome, random: number): Run {
  if (ok) return run.failures === 0 ? run : { ...NO_RUN, takenSince: at };
  const failures = run.failures + 1;
  const failingSince = run.failingSince ?? at;
  const failed: Run = { ...run, failures, failingSince, lastError: error, lastFailureAt: at, takenSince: null };
  if (run.pausedSince === null || run.probeAt === null) {
    if (!mayOpen(failures, failingSince, at)) return failed;
    return { ...failed, pausedSince: at, probeAt: probeTime(at, 0, random), probes: 0 };
  }
  if (at < run.probeAt) return failed;
  const probes = run.probes + 1;
  return { ...failed, probes, probeAt: probeTime(at, probes, random) };
}

function mayOpen(failures: number, failingSince: Date, at: Date): boolean {
  return failures >= FAILURES_TO_PAUSE && at.getTime() - failingSince.getTime() >= PAUSE_AFTER_S * 1000;
}

function probeTime(from: Date, probes: number, random: number): Date {
  const plainS = PROBE_AFTER_S[probes] ?? LAST_PROBE_AFTER_S;
  return new Date(from.getTime() + plainS * (1 + PROBE_JITTER * (random * 2 - 1)) * 1000);
}

/** How a destination takes what it is told. Apart from "disabled", which is a person's word and ends deliveries. */
export type Health = "healthy" | "failing" | "paused";

/** What the state follows from; a row that is not there says that nothing ever went wrong. */
export type HealthFacts = Pick<Run, "failures" | "pausedSince"> & { heldSince: Date | null };

export function healthOf(row: HealthFacts | null): Health {
  if (row === null) return "healthy";
  if (row.heldSince !== null || row.pausedSince !== null) return "paused";
  return row.failures > 0 ? "failing" : "healthy";
}

/**
 * When something is sent to it next. `nextDueAt`: when the first of what waits is due; null: nothing waits, so nothing is
 * sent. Behind the breaker not before the probe's time; behind a person's pause not at all.
 */
export function nextTryOf(row: HealthFacts & Pick<Run, "probeAt">, nextDueAt: Date | null): Date | null {
  if (row.heldSince !== null || nextDueAt === null) return null;
  return row.probeAt !== null && row.probeAt > nextDueAt ? row.probeAt : nextDueAt;
}

/** Who paused it: a person's pause stands before the breaker's, because only a person ends it. Null: nobody. */
export function pausedBy(row: HealthFacts | null): "person" | "breaker" | null {
  if (row === null || healthOf(row) !== "paused") return null;
  return row.heldSince !== null ? "person" : "breaker";
}
