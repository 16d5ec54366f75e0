"use client";

import { useZone } from "./zone";

const FORMATS = {
  clock: { hour: "2-digit", minute: "2-digit" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  day: { day: "numeric", month: "short" },
  weekday: { weekday: "short", day: "numeric", month: "long" },
  date: { day: "numeric", month: "short", year: "numeric" },
  full: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  exact: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeFormat = keyof typeof FORMATS;

/** A moment in words, in a zone. */
export function timeText(at: string, as: TimeFormat, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", { ...FORMATS[as], hourCycle: "h23", timeZone: zone }).format(new Date(at));
}

/** A moment, in the reader's own time zone, with UTC behind it. Without script, and until the zone is known: in UTC. */
export function Time({ at, as = "full" }: { at: string; as?: TimeFormat }) {
  const zone = useZone();
  const utc = `${at.slice(0, 19).replace("T", " ")} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {timeText(at, as, zone)}
    </time>
  );
}
