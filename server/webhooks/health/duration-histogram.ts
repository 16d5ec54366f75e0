/** Upper bounds of the buckets, exclusive. The last bucket has none. */
const BUCKET_BOUNDS_MS = [
  5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 400, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000,
] as const;
/** Taken as the upper bound of the last bucket. */
const LONGEST_MS = 20_000;

export const DURATION_BUCKETS = BUCKET_BOUNDS_MS.length + 1;

/** The index of the bucket of a duration. */
export function durationBucket(durationMs: number): number {
  const found = BUCKET_BOUNDS_MS.findIndex((bound) => durationMs < bound);
  return found === -1 ? BUCKET_BOUNDS_MS.length : found;
}

/** The approximate median in whole milliseconds, interpolated within its bucket. Null: no durations. */
export function medianMs(counts: readonly number[]): number | null {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  if (half === 0) return null;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    if (below + count >= half && count > 0) {
      const from = BUCKET_BOUNDS_MS[index - 1] ?? 0;
      const to = BUCKET_BOUNDS_MS[index] ?? LONGEST_MS;
      return Math.round(from + ((half - below) / count) * (to - from));
    }
    below += count;
  }
  return null;
}
