const GROWTH = 1.4;
const MAX_WAIT_MS = 10_000;

/** How long to wait before asking again: the server's measure, growing with each answer that brought nothing new. */
export function pollDelay(baseMs: number, quiet: number): number {
  return Math.min(baseMs * GROWTH ** quiet, Math.max(baseMs, MAX_WAIT_MS));
}

const SPOKEN_MINUTES = [5, 2, 1];

/** What a screen reader is told when the remaining time passes a full minute worth telling; null in between. */
export function spokenTime(beforeS: number, leftS: number): string | null {
  const minutes = SPOKEN_MINUTES.find((minute) => beforeS > minute * 60 && leftS <= minute * 60);
  if (minutes === undefined) return null;
  return minutes === 1 ? "1 minute left." : `${minutes} minutes left.`;
}
