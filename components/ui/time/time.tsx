"use client";

import { useEffect, useState } from "react";
import { useZone } from "./zone";

/** The maximum delay of a browser's timer. */
const MAX_WAIT_MS = 2 ** 31 - 1;

const FORMATS = {
  clock: { hour: "2-digit", minute: "2-digit" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  day: { day: "numeric", month: "short" },
  weekday: { weekday: "short", day: "numeric", month: "long" },
  date: { day: "numeric", month: "short", year: "numeric" },
  dated: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  full: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  exact: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeFormat = keyof typeof FORMATS;

/** Those without a year, which gain one in another year than the present one. */
const OF_THIS_YEAR: ReadonlySet<TimeFormat> = new Set(["day", "weekday", "full", "exact"]);

/** Making one takes longer than rendering its row, and a page has up to a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** On a server, users have many zones. */
const MAX_FORMATTERS = 100;

function formatterOf(as: TimeFormat, timeZone: string, withYear = false): Intl.DateTimeFormat {
  const key = `${as} ${timeZone} ${withYear}`;
  const known = formatters.get(key);
  if (known) return known;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const year = withYear ? ({ year: "numeric" } as const) : {};
  const made = new Intl.DateTimeFormat("en-GB", { ...FORMATS[as], ...year, hourCycle: "h23", timeZone });
  formatters.set(key, made);
  return made;
}

/** A moment as text, in a zone; with its year if that is not the year of `now`. */
export function timeText(at: string, as: TimeFormat, zone: string, now = new Date()): string {
  const text = formatterOf(as, zone, gainsYear(at, as, zone, now)).format(new Date(at));
  // Beside a year, Intl sets a comma after the weekday.
  return as === "weekday" ? text.replace(",", "") : text;
}

function gainsYear(at: string, as: TimeFormat, zone: string, now: Date): boolean {
  return OF_THIS_YEAR.has(as) && yearOf(new Date(at), zone) !== yearOf(now, zone);
}

function yearOf(at: Date, zone: string): string {
  return formatterOf("date", zone).format(at).slice(-4);
}

/**
 * A time in the user's zone, with UTC in its title. In UTC until the zone is known. `isDate`: a date without a time, written
 * as the start or the end of its day in UTC; it is the same in each zone.
 */
export function Time({ at, as = "full", isDate = false }: { at: string; as?: TimeFormat; isDate?: boolean }) {
  const userZone = useZone();
  const zone = isDate ? "UTC" : userZone;
  const now = new Date();
  const utc = isDate ? at.slice(0, 10) : `${at.slice(0, 19).replace("T", " ")} UTC`;
  // The present year may be another one in the browser than it was on the server.
  return (
    <time
      dateTime={isDate ? utc : at}
      title={utc}
      data-year={gainsYear(at, as, zone, now) ? "" : undefined}
      suppressHydrationWarning
    >
      {timeText(at, as, zone, now)}
    </time>
  );
}

/** Whether a time is past by the browser's clock; null before the page's script runs. */
export function useIsPast(at: string): boolean | null {
  const [isPast, setPast] = useState<boolean | null>(null);
  useEffect(() => {
    const ms = Date.parse(at) - Date.now();
    setPast(ms <= 0);
    if (ms <= 0) return;
    const timer = setTimeout(() => setPast(true), Math.min(ms, MAX_WAIT_MS));
    return () => clearTimeout(timer);
  }, [at]);
  return isPast;
}
