export const print = (text: string) => process.stdout.write(`${text}\n`);

/** The figure that this share of all does not exceed; NaN without any. */
export function percentile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (figures: readonly number[]) => percentile(figures, 0.5);
