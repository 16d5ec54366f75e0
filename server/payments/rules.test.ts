import { describe, expect, it } from "vitest";
import { nextPollInS, type PollFacts } from "./rules";

const FACTS: PollFacts = { polls: 0, ageS: 0, returned: false, paid: false, barredInS: null };
const DAY_S = 24 * 3600;
/** With a jitter of nothing. */
const at = (facts: Partial<PollFacts>) => nextPollInS({ ...FACTS, ...facts }, 0.5);
const row = (facts: Partial<PollFacts>, polls: number) =>
  Array.from({ length: polls }, (_, n) => at({ ...facts, polls: n }));

describe("when a bank is asked again", () => {
  it("is soon after the shopper came back, then rarer", () => {
    expect(row({ returned: true }, 7)).toEqual([1, 2, 4, 8, 15, 30, 300]);
    expect(row({}, 6)).toEqual([30, 60, 120, 240, 300, 300]);
    expect([at({ ageS: 3601 }), at({ ageS: DAY_S + 1 })]).toEqual([15 * 60, 3600]);
  });

  it("is never later than a bar is due, and never in the past", () => {
    expect([at({ polls: 5, barredInS: 10 }), at({ barredInS: -5 }), at({ barredInS: 9000 })]).toEqual([10, 0, 30]);
  });

  it("is a few times over a week once it is paid, whatever else holds", () => {
    const plan = row({ paid: true, returned: true, barredInS: 1 }, 7);
    expect(plan.every((seconds, n) => n === 0 || seconds >= (plan[n - 1] ?? 0))).toBe(true);
    const week = plan.reduce((sum, seconds) => sum + seconds, 0);
    expect([week > 7 * DAY_S, plan.length < 10]).toEqual([true, true]);
  });

  it("differs by a fifth at most, so that what came together does not stay together", () => {
    for (const random of [0, 0.999]) {
      const seconds = nextPollInS(FACTS, random);
      expect(Math.abs(seconds - 30)).toBeLessThanOrEqual(6);
    }
    expect(nextPollInS(FACTS, 0)).not.toBe(nextPollInS(FACTS, 0.999));
  });
});
