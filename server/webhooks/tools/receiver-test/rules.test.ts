import { describe, expect, it } from "vitest";
import { STEPS, type StepKey } from "./plan";
import { type Answers, formatScore, isForged, judge, judgeAll, type ReceiverTestCall, scoreOf } from "./rules";

const request = { headers: {}, body: "{}" };
const SIGNED = { signed: true, done: true };

/** A call with this status, or this reason of failure. */
function came(what: number | string, durationMs = 40): ReceiverTestCall {
  const answer =
    typeof what === "number"
      ? ({ kind: "answered", status: what, headers: {}, body: "" } as const)
      : ({ kind: "failed", reason: what } as const);
  return { request, answer, durationMs };
}

const answers = (given: Partial<Record<StepKey, (number | string)[]>>): Answers =>
  new Map(STEPS.flatMap((step) => (given[step] ? [[step, given[step].map((what) => came(what))] as const] : [])));
const verdict = (step: StepKey, given: Parameters<typeof answers>[0]) => judge(step, answers(given), SIGNED).verdict;

describe("an event that must be accepted", () => {
  it.each<[StepKey, (number | string)[], string]>([
    ["valid", [200], "passed"],
    ["valid", [204], "passed"],
    ["valid", [404], "failed"],
    ["valid", [302], "failed"],
    ["valid", ["no answer within 15 s"], "failed"],
    ["duplicate", [200], "look"],
    ["duplicate", [409], "failed"],
    ["out_of_order", [200], "to_come"],
    ["out_of_order", [200, 200], "look"],
    ["out_of_order", [200, 409], "failed"],
    ["slow_body", [408], "failed"],
    ["burst", [200, 200, 200], "passed"],
    ["burst", [200, 503, 200], "failed"],
    ["unknown_type", [400], "failed"],
    ["unknown_fields", [200], "passed"],
  ])("%s, response %j: %s", (step, given, expected) => expect(verdict(step, { [step]: given })).toBe(expected));
});

describe("an event that must be refused", () => {
  it.each<[number | string, string]>([
    [200, "failed"],
    [202, "failed"],
    [400, "passed"],
    [401, "passed"],
    [403, "passed"],
    [302, "look"],
    [500, "look"],
    ["the connection was closed without an answer", "look"],
  ])("response %j: %s", (given, expected) => {
    for (const step of ["bad_signature", "other_secret", "changed_body", "stale", "no_signature"] as const) {
      expect(verdict(step, { valid: [200], [step]: [given] })).toBe(expected);
    }
  });

  it("proves nothing about a receiver that refuses everything", () => {
    expect(verdict("bad_signature", { valid: [401], bad_signature: [401] })).toBe("look");
    expect(verdict("bad_signature", { valid: [401], bad_signature: [200] })).toBe("failed");
  });

  it("is skipped for an unsigned endpoint", () => {
    expect(judge("stale", answers({ valid: [200] }), { signed: false, done: true }).verdict).toBe("left_out");
  });
});

describe("response times", () => {
  const times = (...durations: number[]) =>
    judge("answer_times", new Map([["valid", durations.map((ms) => came(200, ms))]]), SIGNED);

  it.each([
    [2_999, "passed"],
    [3_000, "look"],
    [8_000, "failed"],
  ])("with the slowest of %i ms: %s", (slowest, expected) => expect(times(10, 20, slowest).verdict).toBe(expected));

  it("are summarised at the end of the test", () => {
    expect(times(10, 20, 1_500).came).toBe("3 responses: half within 20 ms, all within 1.5 s.");
    expect(judge("answer_times", answers({ valid: [200] }), { signed: true, done: false }).verdict).toBe("to_come");
    expect(verdict("answer_times", { valid: [200, "no answer within 15 s"] })).toBe("failed");
  });
});

it("the outcome lists how many were accepted, and the other statuses", () => {
  const said = (...what: number[]) => judge("burst", answers({ burst: what }), SIGNED).came;
  expect(said(200, 200, 204)).toBe("All 3 were accepted, the slowest in 40 ms.");
  expect(said(200, 200)).toBe("Both were accepted, the slowest in 40 ms.");
  expect(said(200, 503, 503)).toBe("1 of 3 were accepted: 200, 503 (2 times), the slowest in 40 ms.");
  expect(judge("valid", answers({ valid: [404] }), SIGNED).came).toBe("404 in 40 ms.");
});

describe("the score", () => {
  it.each([
    [{ passed: 13, failed: 0, look: 0, leftOut: 0 }, false, "Passed all 13."],
    [
      { passed: 12, failed: 0, look: 1, leftOut: 0 },
      false,
      "Passed 12 of 13, none failed. One needs a check in your own system.",
    ],
    [{ passed: 11, failed: 2, look: 0, leftOut: 0 }, false, "Failed 2 of 13."],
    [
      { passed: 8, failed: 5, look: 0, leftOut: 0 },
      true,
      "Failed 5 of 13. Anyone who knows the URL can mark an order as paid.",
    ],
  ])("of %j is a sentence", (score, forged, words) => expect(formatScore(score, forged)).toBe(words));

  it("mentions forgery for an accepted unsigned event, not for a stale one", () => {
    expect(isForged(answers({ no_signature: [200] }))).toBe(true);
    expect(isForged(answers({ stale: [200], no_signature: [401] }))).toBe(false);
  });

  it("counts every step once", () => {
    const verdicts = judgeAll(answers({ valid: [200] }), SIGNED).map((one) => one.verdict);
    const { passed, failed, look, leftOut } = scoreOf(verdicts);
    expect(passed + failed + look + leftOut + verdicts.filter((one) => one === "to_come").length).toBe(STEPS.length);
  });
});
