import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAST_BASE, outlierOf, percentileOf, successOf, totalOutcomes } from "./overview-rules";

const outcomes = (completed: number, ended: number, atBank = 0) => ({
  created: ended + atBank,
  initiated: ended + atBank,
  atBank,
  completed,
});

describe("the success rate", () => {
  it("ignores payments still at a bank", () => {
    expect(successOf(outcomes(9, 10, 30))).toEqual({ share: 0.9, of: 10 });
  });
  it("is null, and not zero, when no payment has ended", () => {
    expect(successOf(outcomes(0, 0, 4))).toEqual({ share: null, of: 0 });
    expect(successOf(outcomes(0, 3))).toEqual({ share: 0, of: 3 });
  });
});

describe("an outlier day", () => {
  const usual = Array.from({ length: 13 }, () => outcomes(95, 100));
  it("is the worst one, if it is well below the whole", () => {
    expect(outlierOf([...usual, outcomes(60, 100), outcomes(80, 100)])).toBe(13);
    expect(outlierOf([...usual, outcomes(93, 100)])).toBeNull();
  });
  it("is null with few payments", () => {
    expect(outlierOf([...usual, outcomes(0, LEAST_BASE - 1)])).toBeNull();
    expect(outlierOf([...usual, outcomes(0, LEAST_BASE)])).toBe(13);
  });
  it("is null without payments", () => expect(outlierOf([outcomes(0, 0)])).toBeNull());
});

describe("a percentile", () => {
  it("equals the value at its rank in the sorted list", () => {
    const times = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.9, 0.99, 1), (values, part) => {
        const sorted = [...values].sort((a, b) => a - b);
        const histogram = [...new Set(sorted)].map((seconds) => ({
          seconds,
          count: sorted.filter((value) => value === seconds).length,
        }));
        expect(percentileOf(histogram, part)).toBe(sorted[Math.max(1, Math.ceil(sorted.length * part)) - 1]);
      }),
    );
  });
  it("is null for an empty histogram", () => expect(percentileOf([], 0.5)).toBeNull());
});

it("adds spans up", () => {
  expect(totalOutcomes([outcomes(1, 2, 3), outcomes(4, 5, 6)])).toEqual({
    created: 16,
    initiated: 16,
    atBank: 9,
    completed: 5,
  });
});
