import { expect, it } from "vitest";
import {
  comparedPeriod,
  comparisonName,
  formatAge,
  formatChange,
  formatCountChange,
  formatPoints,
  periodName,
} from "./overview-labels";

it("compares sums, counts and shares with the previous period", () => {
  const sums = [10_410, 9_000, 10_000, 87_000].map((now) => formatChange(now, 10_000));
  expect(sums).toEqual(["+4.1 %", "−10.0 %", "±0 %", "8.7 times"]);
  expect(formatChange(10_000, 0)).toBeNull();
  expect([412, 374, 300].map((now) => formatCountChange(now, 374))).toEqual(["+38", "±0", "−74"]);
  expect([0.912, 0.8942, 0.8].map((now) => formatPoints(now, 0.894))).toEqual([
    "+1.8 points",
    "±0 points",
    "−9.4 points",
  ]);
});

it.each([
  [{ days: 1, until: null }, "Today", "same hours yesterday", "same day last year"],
  [{ days: 14, until: null }, "Last 14 days", "previous 14 days", "same days last year"],
  [{ days: 15, until: "2026-11-15" }, "1 – 15 Nov 2026", "previous 15 days", "same days last year"],
  [{ days: 1, until: "2026-11-15" }, "15 Nov 2026", "day before", "same day last year"],
])("names the period %o and what it is compared with", (period, name, before, lastYear) => {
  expect(periodName(period)).toBe(name);
  expect(comparedPeriod({ ...period, comparison: "previous" })).toBe(before);
  expect(comparedPeriod({ ...period, comparison: "year" })).toBe(lastYear);
  expect(comparedPeriod({ ...period, comparison: "none" })).toBeNull();
});

it("names a comparison at the beginning of a line", () => {
  const period = { days: 14, until: null };
  expect(
    (["previous", "year", "none"] as const).map((comparison) => comparisonName({ ...period, comparison })),
  ).toEqual(["Previous 14 days", "Same days last year", "No comparison"]);
});

it("formats an age in its largest unit", () => {
  const now = "2026-11-20T14:12:00.000Z";
  const ages = [
    "2026-11-20T14:11:50.000Z",
    "2026-11-20T13:31:40.000Z",
    "2026-11-20T12:30:00.000Z",
    "2026-11-18T17:40:00.000Z",
  ];
  expect(ages.map((at) => formatAge(at, now))).toEqual(["just now", "40 min", "1 hour", "1 day"]);
});
