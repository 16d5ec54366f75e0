import { describe, expect, it } from "vitest";
import { query } from "../test/database";
import { hoursOf, isTimeZone, lastDays } from "./zone-days";

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
    const rows = await query(async (client) => {
      const found = await client.query<{ at: Date }>(
        `SELECT (day::timestamp AT TIME ZONE $1) AS at FROM generate_series(($2::timestamptz AT TIME ZONE $1)::date - ($3::int - 1),
          ($2::timestamptz AT TIME ZONE $1)::date + 1, interval '1 day') AS day`,
        [zone, NOW, DAYS],
      );
      return found.rows.map(({ at }) => at.toISOString());
    });
    expect([...days.map(({ from }) => from), days.at(-1)?.to].map((at) => at?.toISOString())).toEqual(rows);
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
