import { expect, it } from "vitest";
import { bankingDayBefore } from "./findings";

it.each([
  ["2026-03-05T10:00:00.000Z", "2026-03-04T10:00:00.000Z"],
  ["2026-03-09T10:00:00.000Z", "2026-03-06T10:00:00.000Z"],
  ["2026-03-09T00:00:00.000Z", "2026-03-06T00:00:00.000Z"],
  ["2026-03-08T10:00:00.000Z", "2026-03-06T00:00:00.000Z"],
  ["2026-03-07T10:00:00.000Z", "2026-03-06T00:00:00.000Z"],
])("one banking day before %s is %s", (moment, before) => {
  expect(bankingDayBefore(new Date(moment)).toISOString()).toBe(before);
});
