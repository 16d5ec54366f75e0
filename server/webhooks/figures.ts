/** Milliseconds that part the classes of how long a try took: the nth holds what took less than the nth of these. */
const TOOK_BOUNDS_MS = [
  5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 400, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000,
] as const;
/** No try takes longer: what did is of this class too. */
const LONGEST_MS = 20_000;

/** How many classes there are: one more than bounds. */
export const TOOK_CLASSES = TOOK_BOUNDS_MS.length + 1;

/** The class of a time, from 0. */
export function tookClass(durationMs: number): number {
  const found = TOOK_BOUNDS_MS.findIndex((bound) => durationMs < bound);
  return found === -1 ? TOOK_BOUNDS_MS.length : found;
}

/**
 * About the median of the times that were counted, in whole milliseconds: it lies in the class that this answers out of,
 * evenly spread. Null: nothing was counted.
 */
export function medianMs(counts: readonly number[]): number | null {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  if (half === 0) return null;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    if (below + count >= half && count > 0) {
      const from = TOOK_BOUNDS_MS[index - 1] ?? 0;
      const to = TOOK_BOUNDS_MS[index] ?? LONGEST_MS;
      return Math.round(from + ((half - below) / count) * (to - from));
    }
    below += count;
  }
  return null;
}
