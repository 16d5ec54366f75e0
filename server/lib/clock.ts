let offsetMs = 0;
let stoppedAtMs: number | undefined;

/** The present, for everything that is not decided by the database. Expiry is: use app_now() in SQL. */
export function now(): Date {
  return new Date((stoppedAtMs ?? Date.now()) + offsetMs);
}

/** Unix time in whole seconds, as signatures and events carry it. */
export function unixSeconds(at: Date = now()): number {
  return Math.floor(at.getTime() / 1000);
}

/** Moves this process's clock. Tests only; the database's clock is moved beside it by the test harness. */
export function setClockOffset(ms: number): void {
  offsetMs = ms;
}

/** Stops this process's clock at a Unix time in ms, which still moves by its offset; `undefined` starts it. Tests only. */
export function stopClockAt(ms: number | undefined): void {
  stoppedAtMs = ms;
}
