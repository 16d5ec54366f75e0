const GROWTH = 1.4;
const MAX_WAIT_MS = 10_000;

/** Delay before the next poll: the server's value, growing with each unchanged response to at most 10 s. */
export function pollDelay(baseMs: number, unchanged: number): number {
  return Math.min(baseMs * GROWTH ** unchanged, Math.max(baseMs, MAX_WAIT_MS));
}

const SPOKEN_MINUTES = [5, 2, 1];

/** The minutes to announce when the remaining time passes 5, 2 or 1 minutes; null otherwise. */
export function spokenMinutes(beforeS: number, leftS: number): number | null {
  return SPOKEN_MINUTES.find((minute) => beforeS > minute * 60 && leftS <= minute * 60) ?? null;
}
