let offsetMs = 0;
let stoppedAtMs: number | undefined;

/** The current time, except for decisions made in the database: expiry uses app_now() in SQL. */
export function now(): Date {
  return new Date((stoppedAtMs ?? Date.now()) + offsetMs);
}

/**
 * How far another machine's clock is ahead of ours, in ms: it read `at` after we asked at `sentMs` and before now. A slow
 * response is no difference.
 */
export function clockAheadMs(at: Date, sentMs: number): number {
  return Math.max(0, at.getTime() - now().getTime()) - Math.max(0, sentMs - at.getTime());
}

/** Milliseconds since the process started, for lengths of time: a change of the machine's clock does not change it. */
export function elapsedMs(): number {
  return performance.now() + offsetMs;
}

/** Unix time in whole seconds, as in signatures and events. */
export function unixSeconds(at: Date = now()): number {
  return Math.floor(at.getTime() / 1000);
}

/** Shifts this process's clock. Tests only; the test harness shifts the database's clock with it. */
export function setClockOffset(ms: number): void {
  offsetMs = ms;
}

/**
 * Stops this process's clock at a Unix time in ms; its offset still applies. `undefined` starts it again. Tests only.
 */
export function stopClockAt(ms: number | undefined): void {
  stoppedAtMs = ms;
}
