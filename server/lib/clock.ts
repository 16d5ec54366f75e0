let offsetMs = 0;

/** The present, for everything that is not decided by the database. Expiry is: use app_now() in SQL. */
export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** Unix time in whole seconds, as signatures and events carry it. */
export function unixSeconds(at: Date = now()): number {
  return Math.floor(at.getTime() / 1000);
}

/** Moves this process's clock. Tests only; the database's clock is moved beside it by the test harness. */
export function setClockOffset(ms: number): void {
  offsetMs = ms;
}
