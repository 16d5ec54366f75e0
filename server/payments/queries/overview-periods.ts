import { hoursOf, lastDays, type Span, sameDayLastYear } from "../../lib/zone-days";
import type { Comparison } from "./overview-rules";

/** A period and the earlier one that it is compared with, by spans: hours of one day, or days. */
export type Periods = {
  spans: Span[];
  /** The spans of the earlier period; none without a comparison. */
  earlier: Span[];
  /** The index of the present span in both. */
  current: number;
  /** The same span of the earlier period, up to the same point; none without a comparison. */
  untilHere: Span[];
};

/** The period that ends with the day of `at`. */
export function periodsOf(
  at: Date,
  { timeZone, days, comparison }: { timeZone: string; days: number; comparison: Comparison },
): Periods {
  const parts = (part: Span[]) => (days === 1 ? part.flatMap(hoursOf) : part);
  const both = lastDays(timeZone, at, 2 * days);
  const spans = parts(both.slice(days));
  const present = spans.findIndex(({ to }) => at < to);
  if (comparison === "none") return { spans, earlier: [], current: present, untilHere: [] };
  const earlier = parts(
    comparison === "year" ? lastDays(timeZone, sameDayLastYear(timeZone, at).from, days) : both.slice(0, days),
  );
  // A day may have an hour less than today (daylight saving).
  const current = Math.min(present, earlier.length - 1);
  const { from, to } = spanAt(earlier, current);
  const gone = at.getTime() + 1 - spanAt(spans, current).from.getTime();
  const untilHere = { from, to: new Date(Math.min(from.getTime() + gone, to.getTime())) };
  return { spans, earlier, current, untilHere: [untilHere] };
}

function spanAt(spans: readonly Span[], index: number): Span {
  const span = spans[index];
  if (!span) throw new Error("The period does not have this span.");
  return span;
}

/** From the beginning of the first span to the end of the last. */
export function wholeOf(spans: readonly Span[]): Span {
  return { from: spanAt(spans, 0).from, to: spanAt(spans, spans.length - 1).to };
}
