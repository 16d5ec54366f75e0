import { expect, it } from "vitest";
import { formatShare } from "./text";

it("rounds a share to 0 % or 100 % only where it is exact", () => {
  expect([0, 0.0001, 0.9441, 0.9999, 1].map(formatShare)).toEqual(["0 %", "0.1 %", "94.4 %", "99.9 %", "100 %"]);
});
