/** A time span; `to` is exclusive. */
export type Span = { from: Date; to: Date };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_ZONE_NAME = 64;

/** Whether the name is a time zone of the IANA database, as browsers report it ("Europe/Lisbon"). */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_ZONE_NAME) return false;
  try {
    // An offset ("+01:00") is accepted too.
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The local time in a zone, as if it were UTC. */
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

/** The first moment with this local time; if a clock change skips it, the moment of the change. */
function firstAt(format: Intl.DateTimeFormat, wall: number): number {
  const offsetAt = (at: number) => wallTime(format, at) - at;
  // One of the two offsets around it applies: clocks don't change twice within two days.
  const [before, after] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)];
  if (before === after) return before;
  const shown = [before, after].filter((at) => wallTime(format, at) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}

/**
 * The last `count` days of a zone; the last one is the whole current day and ends in the future. A day with a clock
 * change has 23 or 25 hours.
 */
export function lastDays(timeZone: string, now: Date, count: number): Span[] {
  const format = formatOf(timeZone);
  const today = Math.floor(wallTime(format, now.getTime()) / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: count + 1 }, (_, index) => firstAt(format, today - (count - 1 - index) * DAY_MS));
  return spansBetween(starts);
}

/** The day of a zone that a moment is in. */
export function dayOf(timeZone: string, at: Date): Span {
  const [day] = lastDays(timeZone, at, 1);
  if (!day) throw new Error("A list of one day is empty.");
  return day;
}

/** The date of a moment in a zone, as its midnight in UTC. */
export function dateOf(timeZone: string, at: Date): Date {
  return new Date(Math.floor(wallTime(formatOf(timeZone), at.getTime()) / DAY_MS) * DAY_MS);
}

/** The day of a zone with this date, `2026-11-20`. */
export function dayNamed(timeZone: string, date: string): Span {
  const format = formatOf(timeZone);
  const wall = Date.parse(date);
  return { from: new Date(firstAt(format, wall)), to: new Date(firstAt(format, wall + DAY_MS)) };
}

/** The day of a zone with the same date a year earlier; of 29 February: the 28th. */
export function sameDayLastYear(timeZone: string, at: Date): Span {
  const wall = new Date(wallTime(formatOf(timeZone), at.getTime()));
  const [year, month, day] = [wall.getUTCFullYear() - 1, wall.getUTCMonth(), wall.getUTCDate()];
  const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayNamed(timeZone, new Date(Date.UTC(year, month, Math.min(day, daysOfMonth))).toISOString().slice(0, 10));
}

/** The hours of a span; the last one may be shorter. */
export function hoursOf({ from, to }: Span): Span[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / HOUR_MS);
  const starts = Array.from({ length: count }, (_, index) => from.getTime() + index * HOUR_MS);
  return spansBetween([...starts, to.getTime()]);
}

function spansBetween(moments: readonly number[]): Span[] {
  return moments.slice(1).map((to, index) => ({ from: new Date(moments[index] ?? to), to: new Date(to) }));
}
