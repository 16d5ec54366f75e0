/** A stretch of time: `to` is no longer part of it. */
export type Span = { from: Date; to: Date };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_ZONE_NAME = 64;

/** Whether the name is a time zone of the IANA database, as browsers tell theirs ("Europe/Lisbon"). */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_ZONE_NAME) return false;
  try {
    // An offset ("+01:00") is taken too, and means what it says.
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The clock on the wall in a zone, as if it were UTC's. */
function wallTime(format: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: string) => parts.get(type as Intl.DateTimeFormatPartTypes) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const fields = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const clock = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-u-ca-iso8601", { timeZone, ...fields, ...clock });
}

/** The first moment at which the wall shows that; where a change of the clock leaves it out, the moment of the change. */
function firstAt(format: Intl.DateTimeFormat, wall: number): number {
  const offsetAt = (at: number) => wallTime(format, at) - at;
  // One of the two offsets around it holds: clocks do not change twice within two days.
  const [before, after] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)];
  if (before === after) return before;
  const shown = [before, after].filter((at) => wallTime(format, at) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}

/**
 * The last `count` days of a zone, the present one last and whole: it ends in the future. Where clocks change, a day has
 * 23 or 25 hours.
 */
export function lastDays(timeZone: string, now: Date, count: number): Span[] {
  const format = formatOf(timeZone);
  const today = Math.floor(wallTime(format, now.getTime()) / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: count + 1 }, (_, index) => firstAt(format, today - (count - 1 - index) * DAY_MS));
  return spansBetween(starts);
}

/** The hours of a span, the last one shorter where it does not divide. */
export function hoursOf({ from, to }: Span): Span[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / HOUR_MS);
  const starts = Array.from({ length: count }, (_, index) => from.getTime() + index * HOUR_MS);
  return spansBetween([...starts, to.getTime()]);
}

function spansBetween(moments: readonly number[]): Span[] {
  return moments.slice(1).map((to, index) => ({ from: new Date(moments[index] ?? to), to: new Date(to) }));
}
