import type { Outputs } from "../../ui/queries";
import { capitalize, formatNumber, plural } from "../../ui/text";

export type Figures = NonNullable<Outputs["overview"]["figures"]["figures"]>;

/** The currency of the figures, where the merchant has payments in several; null: there is no other one. */
export type InCurrency = { named: string | null };

/** The name of a figure, with its currency if it is named. */
export const inCurrency = (name: string, currency: string | null) => (currency ? `${name}, ${currency}` : name);

const MANY_TIMES = 3;
const DAY_MS = 86_400_000;

/** Days until a date, that included; until null: today. */
export type Period = Pick<Figures, "days" | "until">;

/** The name of a period: `Last 14 days`, `1 – 15 Nov 2026`. */
export function periodName({ days, until }: Period): string {
  if (until === null) return days === 1 ? "Today" : `Last ${days} days`;
  const last = new Date(until);
  const first = new Date(last.getTime() - (days - 1) * DAY_MS);
  const options = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  // The spaces around the dash differ between versions of ICU.
  return new Intl.DateTimeFormat("en-GB", options).formatRange(first, last).replace(/\s*–\s*/, " – ");
}

/** The period that it is compared with; null: none. */
export function comparedPeriod({ days, until, comparison }: Period & Pick<Figures, "comparison">): string | null {
  if (comparison === "none") return null;
  if (comparison === "year") return days > 1 ? "same days last year" : "same day last year";
  if (days > 1) return `previous ${days} days`;
  return until === null ? "same hours yesterday" : "day before";
}

/** The same at the beginning of a line. */
export function comparisonName(period: Parameters<typeof comparedPeriod>[0]): string {
  return capitalize(comparedPeriod(period) ?? "no comparison");
}

const signed = (change: number, text: string) => `${change < 0 ? "−" : "+"}${text}`;

/** The change from a sum of the previous period: `+5.6 %`; null: that was nothing. */
export function formatChange(now: number, before: number): string | null {
  if (before === 0) return null;
  const change = (100 * (now - before)) / before;
  // A percentage above this is hard to read.
  if (now > MANY_TIMES * before) return `${(now / before).toFixed(1)} times`;
  return Math.abs(change) < 0.05 ? "±0 %" : signed(change, `${Math.abs(change).toFixed(1)} %`);
}

/** The change of a count: `+38`. */
export function formatCountChange(now: number, before: number): string {
  return now === before ? "±0" : signed(now - before, formatNumber(Math.abs(now - before)));
}

/** The change of a share: `+1.8 points`. */
export function formatPoints(now: number, before: number): string {
  const points = (100 * (now - before)).toFixed(1);
  return Number(points) === 0 ? "±0 points" : `${signed(Number(points), points.replace("-", ""))} points`;
}

const MINUTE_MS = 60_000;

/** An age in its largest unit. */
export function formatAge(at: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(at)) / MINUTE_MS));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return plural(hours, "hour");
  return plural(Math.floor(hours / 24), "day");
}
