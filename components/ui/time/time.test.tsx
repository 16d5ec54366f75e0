import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Time, type TimeFormat, timeText } from "./time";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T12:00:00Z") });
});

afterEach(() => {
  vi.useRealTimers();
});

const drawn = (at: string, as: TimeFormat) => renderToStaticMarkup(<Time at={at} as={as} />).replaceAll(/<[^>]*>/g, "");

it.each([
  ["day", "1 Dec", "1 Dec 2025"],
  ["weekday", "Tue 1 December", "Mon 1 December 2025"],
  ["full", "1 Dec, 11:09", "1 Dec 2025, 11:09"],
  ["exact", "1 Dec, 11:09:30", "1 Dec 2025, 11:09:30"],
] as const)("a time as %s has its year in another year only", (as, ofThisYear, ofLastYear) => {
  expect([drawn("2026-12-01T11:09:30Z", as), drawn("2025-12-01T11:09:30Z", as)]).toEqual([ofThisYear, ofLastYear]);
});

it("a time without a date has no year in another year either", () => {
  expect(drawn("2025-12-01T11:09:30Z", "clock")).toBe("11:09");
});

it("the year of a time is the one in the user's zone", () => {
  const at = "2025-12-31T23:30:00Z";
  expect([timeText(at, "full", "UTC"), timeText(at, "full", "Europe/Berlin")]).toEqual([
    "31 Dec 2025, 23:30",
    "1 Jan, 00:30",
  ]);
});
