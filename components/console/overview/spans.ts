import { formatShare } from "../../ui/text";
import type { Figures } from "./overview-labels";

type Span = Figures["spans"][number];

/** The names of a span: under the chart, and in the table. `isCurrent`: it has not ended; `isAhead`: it has not begun. */
export type SpanNames = { short: string; full: string; isCurrent: boolean; isAhead: boolean };

/** The most names under a chart. */
const MAX_NAMES = 14;

/** A step may be half of the highest value, or half as much again. */
const NEAR_HALF = 0.75;

/** The names of the spans in the user's zone: hours of a day, or days; the current one is Now or Today. */
export function namesOf(spans: readonly Span[], { days, now, timeZone }: NamesInput): SpanNames[] {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  const hour = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const full = days === 1 ? hour : format(day);
  const short = days === 1 ? hour : format(days > MAX_NAMES ? { day: "numeric", month: "short" } : { day: "numeric" });
  return spans.map(({ from, to }) => {
    const isCurrent = from <= now && now < to;
    const name = isCurrent ? (days === 1 ? "Now" : "Today") : short.format(new Date(from));
    return { short: name, full: full.format(new Date(from)).replace(",", ""), isCurrent, isAhead: from > now };
  });
}

type NamesInput = { days: number; now: string; timeZone: string };

/** Which names have room under the chart: every n-th, counted from the current one. `isHalf`: it is half as wide. */
export function shownNames(names: readonly SpanNames[], isHalf = false): boolean[] {
  const room = names.length > MAX_NAMES ? MAX_NAMES / 2 + 1 : MAX_NAMES;
  const step = Math.ceil(names.length / (isHalf ? room / 2 : room));
  const current = names.findIndex(({ isCurrent }) => isCurrent);
  const from = current === -1 ? names.length - 1 : current;
  return names.map((_, index) => (from - index) % step === 0);
}

/** Completed payments of a span as a share of those that have ended; null: none has. */
export function shareOf({ outcomes }: Span): { share: number | null; of: number; label: string } {
  const of = outcomes.initiated - outcomes.atBank;
  const share = of === 0 ? null : outcomes.completed / of;
  return { share, of, label: share === null ? "–" : formatShare(share) };
}

/** The marks of an axis from 0 to above `most`, in minor units: at most four equal steps of 1, 2 or 5 and zeros. */
export function axisOf(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const step = Math.max(1, ([10, 5, 2, 1].find((factor) => factor * power <= most * NEAR_HALF) ?? 1) * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
