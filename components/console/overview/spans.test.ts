import { expect, it } from "vitest";
import { axisOf } from "./spans";

it.each([
  [1, [0, 1]],
  [3, [0, 2, 4]],
  [13_40, [0, 10_00, 20_00]],
  [2_905_00, [0, 2_000_00, 4_000_00]],
  [9_999, [0, 5_000, 10_000]],
])("the axis up to %i has at most four equal steps of 1, 2 or 5 and zeros, the last one above it", (most, marks) => {
  expect(axisOf(most)).toEqual(marks);
});
