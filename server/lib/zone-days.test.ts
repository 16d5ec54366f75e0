import { describe, expect, it } from "vitest";
import { query } from "../test/database";
import { hoursOf, isTimeZone, lastDays, sameDayLastYear } from "./zone-days";

const HOUR_MS = 3_600_000;
const DAYS = 400;
/** All kinds of offsets: whole, half and quarter hours, far east and west, and clocks that change at midnight. */
const ZONES = [
  "UTC",
  "Europe/Lisbon",
  "Europe/Warsaw",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "America/Santiago",
  "America/Asuncion",
  "Africa/Cairo",
];
const NOW = new Date("2026-11-20T14:12:07.123Z");

describe("the days of a zone", () => {
  it.each(ZONES)("begin in %s at PostgreSQL's time", async (zone) => {
    const days = lastDays(zone, NOW, DAYS);
    const found = await query<{ at: Date }>(
      `SELECT (day::timestamp AT TIME ZONE $1) AS at FROM generate_series(($2::timestamptz AT TIME ZONE $1)::date - ($3::int - 1),
          ($2::timestamptz AT TIME ZONE $1)::date + 1, interval '1 day') AS day`,
      [zone, NOW, DAYS],
    );
    const rows = found.rows.map(({ at }) => at.toISOString());
    expect([...days.map(({ from }) => from), days.at(-1)?.to].map((at) => at?.toISOString())).toEqual(rows);
  });

  it.each([
    ["2026-11-20T14:12:00Z", "Europe/Lisbon", "2025-11-20T00:00:00.000Z", "2025-11-21T00:00:00.000Z"],
    // The date is the zone's.
    ["2026-11-20T14:12:00Z", "Pacific/Kiritimati", "2025-11-20T10:00:00.000Z", "2025-11-21T10:00:00.000Z"],
    ["2028-02-29T12:00:00Z", "UTC", "2027-02-28T00:00:00.000Z", "2027-03-01T00:00:00.000Z"],
    // Clocks changed on that day of 2025, not on that of 2026.
    ["2026-10-26T12:00:00Z", "Europe/Lisbon", "2025-10-25T23:00:00.000Z", "2025-10-27T00:00:00.000Z"],
  ])("are found a year before %s in %s", (at, zone, from, to) => {
    expect(sameDayLastYear(zone, new Date(at))).toEqual({ from: new Date(from), to: new Date(to) });
  });

  it("cover every instant exactly once across clock changes", () => {
    for (const zone of ZONES) {
      const days = lastDays(zone, NOW, DAYS);
      expect(days).toHaveLength(DAYS);
      for (const [index, { from, to }] of days.entries()) {
        expect(from.getTime(), `${zone} ${from.toISOString()}`).toBeLessThan(to.getTime());
        if (index > 0) expect(from).toEqual(days[index - 1]?.to);
      }
      const today = days.at(-1);
      expect(NOW >= (today?.from ?? NOW) && NOW < (today?.to ?? NOW)).toBe(true);
    }
  });

  it("have 23 and 25 hours at clock changes", () => {
    const hours = lastDays("Europe/Lisbon", NOW, DAYS).map((day) => hoursOf(day).length);
    expect(hours.filter((count) => count === 23)).toHaveLength(1);
    expect(hours.filter((count) => count === 25)).toHaveLength(2);
    for (const hour of hoursOf({ from: new Date(0), to: new Date(25 * HOUR_MS) })) {
      expect(hour.to.getTime() - hour.from.getTime()).toBe(HOUR_MS);
    }
  });
});

it("isZone() accepts only the time zones of browsers", () => {
  for (const zone of ZONES) expect(isTimeZone(zone), zone).toBe(true);
  for (const zone of ["", "Lisbon", "Europe/Lisbon'", "a".repeat(65), "../etc/passwd"]) {
    expect(isTimeZone(zone), zone).toBe(false);
  }
});
