import type { Outputs } from "../frame/queries";
import type { Days } from "./overview-address";

export type Figures = NonNullable<Outputs["overview"]["figures"]["figures"]>;
type Success = Figures["success"];

/** Fewer payments than this give no trend. */
const LEAST_BASE = 20;
/** The least differences that the headline names. */
const LEAST_POINTS = 0.05;
const LEAST_CHANGE = 0.25;
const MANY_TIMES = 3;

/** A share as `94.4 %`; 0 and 100 are exact. */
export function formatShare(share: number): string {
  const percent = 100 * share;
  if (percent === 0 || percent === 100) return `${percent} %`;
  return `${Math.min(99.9, Math.max(0.1, percent)).toFixed(1)} %`;
}

/** Seconds as `38 s`, `1 min 52 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const previousPeriod = (days: Days) => (days === 1 ? "the same hours yesterday" : `the previous ${days} days`);

/** The sum compared with the same part of the previous period. */
export function formatComparison(received: number, before: number, days: Days): string {
  if (before === 0) return `No payments in ${previousPeriod(days)}`;
  const change = (100 * (received - before)) / before;
  // A percentage above this is hard to read.
  if (received > MANY_TIMES * before) return `${(received / before).toFixed(1)} times ${previousPeriod(days)}`;
  if (Math.abs(change) < 0.05) return `Same as ${previousPeriod(days)}`;
  return `${Math.abs(change).toFixed(1)} % ${change > 0 ? "more" : "less"} than ${previousPeriod(days)}`;
}

/** The headline: the worst trend first. Few payments give none. */
export function overviewHeadline(figures: Figures, test: boolean): string {
  const { received, before, success, days } = figures;
  const what = test ? "test payments" : "payments";
  const all = test ? "Test payments" : "Payments";
  if (received.count === 0) return `No ${what} completed ${days === 1 ? "today" : `in the last ${days} days`}`;
  if (fell(success, before.success)) return `${all}: conversion is lower than before`;
  if (received.count >= LEAST_BASE && before.received.count >= LEAST_BASE) {
    const change = (received.minor - before.received.minor) / before.received.minor;
    if (change <= -LEAST_CHANGE) return `${all}: less received than before`;
    if (change >= LEAST_CHANGE) return `${all}: more received than before`;
    return `${all} as usual`;
  }
  return `${all} received`;
}

function fell(now: Success, before: Success): boolean {
  if (now.share === null || before.share === null || now.of < LEAST_BASE || before.of < LEAST_BASE) return false;
  return now.share <= before.share - LEAST_POINTS;
}

/** The number of action items. */
export function formatActionItemCount(count: number): string {
  if (count === 0) return "Nothing needs your attention";
  return count === 1 ? "1 item needs your attention" : `${count.toLocaleString("en-GB")} items need your attention`;
}

const MINUTE_MS = 60_000;

/** An age in its largest unit. */
export function formatAge(at: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(at)) / MINUTE_MS));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "1 hour" : `${hours} hours`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day" : `${days} days`;
}
