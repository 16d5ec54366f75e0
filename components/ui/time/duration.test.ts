import { expect, it } from "vitest";
import { formatMs, formatSeconds } from "./duration";

it("formats seconds with minutes and hours", () => {
  expect([0, 38, 60, 112, 3_600, 7_500].map(formatSeconds)).toEqual([
    "0 s",
    "38 s",
    "1 min",
    "1 min 52 s",
    "1 h",
    "2 h 5 min",
  ]);
});

it("formats three days and more as days and hours", () => {
  expect([259_199, 259_205, 277_200].map(formatSeconds)).toEqual(["71 h 59 min", "3 days", "3 days 5 h"]);
});

it("gives durations in ms below a second and in s from there on", () => {
  expect([formatMs(188), formatMs(4_120)]).toEqual(["188 ms", "4.1 s"]);
});

it("a wait is written in its largest fitting unit", () => {
  expect([5, 300, 1800, 7200, 86_400].map(formatSeconds)).toEqual(["5 s", "5 min", "30 min", "2 h", "24 h"]);
});
