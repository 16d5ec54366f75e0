"use client";

import { useSyncExternalStore } from "react";

const FORMATS = {
  clock: { hour: "2-digit", minute: "2-digit" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  day: { day: "numeric", month: "short" },
  date: { day: "numeric", month: "short", year: "numeric" },
  full: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  exact: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const never = () => () => undefined;

/**
 * A moment, in the reader's own time zone, with UTC behind it. The server does not know the zone: its first view, and
 * the view without script, say UTC.
 */
export function Time({ at, as = "full" }: { at: string; as?: keyof typeof FORMATS }) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const zone = inBrowser ? {} : { timeZone: "UTC" };
  const text = new Intl.DateTimeFormat("en-GB", { ...FORMATS[as], hourCycle: "h23", ...zone }).format(new Date(at));
  const utc = `${at.slice(0, 19).replace("T", " ")} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {text}
    </time>
  );
}
