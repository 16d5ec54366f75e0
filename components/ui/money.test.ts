import { expect, it } from "vitest";
import { groupDigits } from "./money";

it("groups the digits of an amount, with the minus sign of figures", () => {
  expect(["0.50", "1250.00", "-280.67", "-1234567.89", "1500"].map(groupDigits)).toEqual([
    "0.50",
    "1,250.00",
    "−280.67",
    "−1,234,567.89",
    "1,500",
  ]);
});
