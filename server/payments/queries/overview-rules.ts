import type { Outcomes } from "./overview-store";

/** The longest period of the overview, in days: a quarter. One day is shown by the hour. */
export const MAX_PERIOD_DAYS = 92;

/** What a period is compared with: the one before it, the same days last year, or nothing. */
export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Shares of fewer payments are not compared. */
export const LEAST_BASE = 20;
/** A span is an outlier if its share is this much below the whole period's. */
const OUTLIER_POINTS = 0.05;

/**
 * The share of completed payments among the initiated ones that have ended; null if none has. Payments still at a bank
 * do not count.
 */
export function successOf({ initiated, atBank, completed }: Omit<Outcomes, "created">): {
  share: number | null;
  of: number;
} {
  const of = initiated - atBank;
  return { share: of === 0 ? null : completed / of, of };
}

/** The sum over all spans. */
export function totalOutcomes(spans: readonly Outcomes[]): Outcomes {
  const sum = (of: (span: Outcomes) => number) => spans.reduce((total, span) => total + of(span), 0);
  return {
    created: sum(({ created }) => created),
    initiated: sum(({ initiated }) => initiated),
    atBank: sum(({ atBank }) => atBank),
    completed: sum(({ completed }) => completed),
  };
}

/** The index of the worst span, if it is an outlier with enough payments; else null. */
export function outlierOf(spans: readonly Outcomes[]): number | null {
  const whole = successOf(totalOutcomes(spans)).share ?? 0;
  const [worst] = spans
    .map((span, index) => ({ index, ...successOf(span) }))
    .filter(({ share, of }) => share !== null && of >= LEAST_BASE && share <= whole - OUTLIER_POINTS)
    .sort((a, b) => (a.share ?? 0) - (b.share ?? 0));
  return worst?.index ?? null;
}

/**
 * The percentile (nearest rank): `part` 0.5 is the median. `histogram`: the count of each value, the smallest first. Null
 * if it is empty.
 */
export function percentileOf(histogram: readonly { seconds: number; count: number }[], part: number): number | null {
  const total = histogram.reduce((sum, { count }) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(total * part));
  let seen = 0;
  for (const { seconds, count } of histogram) {
    seen += count;
    if (seen >= rank) return seconds;
  }
  return null;
}
