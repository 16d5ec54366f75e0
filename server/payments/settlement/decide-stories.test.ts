import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterDecision } from "../../test/rows/after-decision";
import { facts } from "../../test/rows/attempt-facts";
import type { AttemptInput, Facts } from "../attempts/attempt-facts";
import { ATTEMPT_STATES } from "../attempts/attempt-states";
import { decide } from "./decide";

const ISO = ["RCVD", "ACTC", "PDNG", "ACSP", "ACSC", "ACCC", "RJCT", "CANC", "BLCK", "PART", "XXXX"];
const anyInput: fc.Arbitrary<AttemptInput> = fc.oneof(
  fc.record({ kind: fc.constant("start_accepted" as const), isoStatus: fc.constantFrom(...ISO) }),
  fc.record({ kind: fc.constant("start_refused" as const), code: fc.constant("x"), ours: fc.boolean() }),
  fc.record({ kind: fc.constant("start_unknown" as const), code: fc.constant("x") }),
  fc.record({ kind: fc.constant("granted" as const) }),
  fc.record({ kind: fc.constant("denied" as const), reason: fc.constant("x") }),
  fc.record({
    kind: fc.constant("authorisation" as const),
    state: fc.constantFrom("awaiting", "authorised", "consumed", "rejected"),
    lost: fc.boolean(),
    over: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("submit_begun" as const) }),
  fc.record({ kind: fc.constant("submit_accepted" as const), isoStatus: fc.constantFrom(...ISO) }),
  fc.record({ kind: fc.constant("submit_unknown" as const) }),
  fc.record({
    kind: fc.constant("submit_refused" as const),
    code: fc.constant("x"),
    certain: fc.boolean(),
    ours: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("reported" as const),
    isoStatus: fc.constantFrom(...ISO),
    scaStatus: fc.constantFrom(undefined, "finalised"),
  }),
  fc.record({
    kind: fc.constant("stop" as const),
    why: fc.constantFrom("cancellation", "change", "link_paid", "link_cancelled"),
    unsent: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("credited" as const),
    amountMinor: fc.constantFrom(2550n, 1n),
    currency: fc.constant("GBP"),
  }),
  fc.record({
    kind: fc.constant("returned" as const),
    returnedMinor: fc.bigInt({ min: -1n, max: 3000n }),
    reason: fc.constant(null),
  }),
  fc.record({ kind: fc.constant("tick" as const) }),
);
const anyStart = fc.record({
  moneyMovesOn: fc.constantFrom("psu-sca" as const, "our-submit" as const),
  finality: fc.constantFrom("ACSP" as const, "ACSC" as const, "ACCC" as const),
  decoupled: fc.boolean(),
});

describe("any sequence of events", () => {
  it("completes once, ends nothing while money may move, and reverses nothing twice", () => {
    const stories = fc.array(fc.record({ input: anyInput, afterS: fc.integer({ min: 0, max: 4000 }) }), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(anyStart, stories, (start, story) => {
        let now = facts(
          { ...start, state: "INITIATING", handedOverForS: null },
          { initiated: false, initiatedForS: null },
        );
        let completions = 0;
        for (const { input, afterS } of story) {
          now = later(now, afterS);
          const decision = decide(now, input);
          if (decision.request?.kind === "end" && decision.request.status === "completed") completions += 1;
          const next = afterDecision(now, decision);
          holds(now, next, input);
          now = next;
        }
        expect(completions).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });
});

function later({ attempt, request, concurrent }: Facts, s: number): Facts {
  const add = (since: number | null) => (since === null ? null : since + s);
  return {
    concurrent,
    request: { ...request, initiatedForS: add(request.initiatedForS) },
    attempt: { ...attempt, handedOverForS: add(attempt.handedOverForS), paidForS: add(attempt.paidForS) },
  };
}

/** The invariants of every step. */
function holds(before: Facts, { attempt, request }: Facts, input: AttemptInput): void {
  expect(ATTEMPT_STATES).toContain(attempt.state);
  expect(attempt.submissionBlocked && attempt.submitted).toBe(false);
  expect(request.reversedMinor >= 0n && request.reversedMinor <= request.amountMinor).toBe(true);
  if (before.request.status === "completed") expect(request.status).toBe("completed");
  if (request.reversedMinor > 0n) expect(request.status).toBe("completed");
  if (request.status === "completed") expect([attempt.paid, request.paidAttemptId]).toEqual([true, attempt.id]);
  // Ended in public while the attempt could still be paid: this must never happen.
  if (request.status === "failed" || request.status === "cancelled")
    expect([input, attempt.final]).toEqual([input, true]);
  if (request.liveAttemptId === null) expect([input, attempt.final]).toEqual([input, true]);
  if (before.attempt.submitted && !before.attempt.final && attempt.final) {
    const isUnsent = input.kind === "stop" && input.unsent;
    const ends = ["reported", "credited", "submit_accepted", "submit_refused", "authorisation"];
    expect(isUnsent || ends.includes(input.kind)).toBe(true);
  }
}
