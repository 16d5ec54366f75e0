const GROWTH = 1.4;
const MAX_WAIT_MS = 10_000;

/** How long to wait before asking again: the server's measure, growing with each answer that brought nothing new. */
export function pollDelay(baseMs: number, quiet: number): number {
  return Math.min(baseMs * GROWTH ** quiet, Math.max(baseMs, MAX_WAIT_MS));
}

const SPOKEN_MINUTES = [5, 2, 1];

/** The minutes that a screen reader is told of when the remaining time passes one worth telling; null in between. */
export function spokenMinutes(beforeS: number, leftS: number): number | null {
  return SPOKEN_MINUTES.find((minute) => beforeS > minute * 60 && leftS <= minute * 60) ?? null;
}
