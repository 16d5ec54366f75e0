import { describe, expect, it } from "vitest";
import { pollFactsOf } from "../attempts/attempt-facts-of";
import { nextPollInS, type PollFacts } from "./rules";

const FACTS: PollFacts = { polls: 0, ageS: 0, returned: false, paid: false, inApp: false, blockedInS: null };
const DAY_S = 24 * 3600;
/** Without jitter. */
const at = (facts: Partial<PollFacts>) => nextPollInS({ ...FACTS, ...facts }, 0.5);
const row = (facts: Partial<PollFacts>, polls: number) =>
  Array.from({ length: polls }, (_, n) => at({ ...facts, polls: n }));

describe("the time until the next status fetch", () => {
  it("is short after the customer's return, then longer", () => {
    expect(row({ returned: true }, 7)).toEqual([1, 2, 4, 8, 15, 30, 300]);
    expect(row({}, 6)).toEqual([30, 60, 120, 240, 300, 300]);
    expect([at({ ageS: 3601 }), at({ ageS: DAY_S + 1 })]).toEqual([15 * 60, 3600]);
  });

  it("is 5 s, then 10 s, for ten minutes while the bank asks in its app, and as elsewhere after that or a return", () => {
    const ages = [0, 119, 120, 599, 600];
    expect(ages.map((ageS) => at({ inApp: true, ageS, polls: 40 }))).toEqual([5, 5, 10, 10, 300]);
    expect([at({ inApp: true, returned: true }), at({ inApp: true, paid: true })]).toEqual([1, 300]);
    const waiting = { state: "AWAITING_AUTH", moneyMovesOn: "psu-sca", decoupled: true, ageS: 0 } as const;
    const times = { returnedAt: null, paidAt: null, handedOverForS: 0 };
    const isInApp = (scaRedirectUrl: string | null) => pollFactsOf({ ...waiting, ...times, scaRedirectUrl }, 0).inApp;
    expect([isInApp(null), isInApp("https://bank.example/approve")]).toEqual([true, false]);
  });

  it("is never later than the submission's block is due, and never in the past", () => {
    expect([at({ polls: 5, blockedInS: 10 }), at({ blockedInS: -5 }), at({ blockedInS: 9000 })]).toEqual([10, 0, 30]);
  });

  it("leads to a few fetches over a week once it is paid, whatever else applies", () => {
    const plan = row({ paid: true, returned: true, blockedInS: 1 }, 7);
    expect(plan.every((seconds, n) => n === 0 || seconds >= (plan[n - 1] ?? 0))).toBe(true);
    const week = plan.reduce((sum, seconds) => sum + seconds, 0);
    expect([week > 7 * DAY_S, plan.length < 10]).toEqual([true, true]);
  });

  it("varies by a fifth at most, so that simultaneous attempts spread", () => {
    for (const random of [0, 0.999]) {
      const seconds = nextPollInS(FACTS, random);
      expect(Math.abs(seconds - 30)).toBeLessThanOrEqual(6);
    }
    expect(nextPollInS(FACTS, 0)).not.toBe(nextPollInS(FACTS, 0.999));
  });
});
