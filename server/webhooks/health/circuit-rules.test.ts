import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterTry, FAILURES_TO_OPEN, NO_RUN, nextTryOf, OPEN_AFTER_S, type Run } from "./circuit-rules";
import { endpointStateOf } from "./endpoint-state";

const START_MS = Date.UTC(2026, 10, 21, 12);
/** Attempts in sequence: seconds since the previous one, and success. */
const steps = fc.array(
  fc.record({
    afterS: fc.double({ min: 0, max: 900, noNaN: true }),
    ok: fc.boolean(),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 120 },
);
/** Mostly failures, in runs long enough to open the circuit. */
const failingSteps = fc.array(
  fc.record({
    afterS: fc.double({ min: 0, max: 900, noNaN: true }),
    ok: fc.nat(60).map((one) => one === 0),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 20, maxLength: 120 },
);
type Step = { afterS: number; ok: boolean; random: number };

/** The run after each step, and a separate count of failures in a row. */
function play(given: readonly Step[], rule: typeof afterTry = afterTry) {
  let run: Run = NO_RUN;
  let atMs = START_MS;
  let inRow: Date[] = [];
  return given.map(({ afterS, ok, random }) => {
    atMs += Math.round(afterS * 1000);
    const at = new Date(atMs);
    const before = run;
    run = rule(run, { ok, error: ok ? null : "status 500", at }, random);
    inRow = ok ? [] : [...inRow, at];
    return { before, run, at, ok, inRow };
  });
}

const bothKinds = fc.oneof(steps, failingSteps);

describe("a run of failures", () => {
  it("counts failures in a row, and a success ends it", () => {
    fc.assert(
      fc.property(bothKinds, (given) => {
        for (const { run, inRow, ok, at } of play(given)) {
          expect(run.failures).toBe(inRow.length);
          expect(run.failingSince).toEqual(inRow[0] ?? null);
          if (ok) expect({ ...run, recoveredAt: null }).toEqual(NO_RUN);
          if (!ok) expect(run).toMatchObject({ lastError: "status 500", lastFailureAt: at, recoveredAt: null });
        }
      }),
    );
  });

  it("opens the circuit at the first failure that is at least the 20th and 60 s after the first", () => {
    fc.assert(
      fc.property(bothKinds, (given) => {
        for (const { run, inRow, at } of play(given)) {
          const [first] = inRow;
          const old = first !== undefined && at.getTime() - first.getTime() >= OPEN_AFTER_S * 1000;
          expect(run.circuitOpenedAt !== null).toBe(inRow.length >= FAILURES_TO_OPEN && old);
          expect(run.trialAt !== null).toBe(run.circuitOpenedAt !== null);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("control: a rule by number alone violates the property above", () => {
    const eager: typeof afterTry = (run, outcome, random) => {
      const after = afterTry(run, outcome, random);
      if (after.failures < FAILURES_TO_OPEN || after.circuitOpenedAt) return after;
      return { ...after, circuitOpenedAt: outcome.at, trialAt: outcome.at };
    };
    const burst = Array.from({ length: 20 }, () => ({ afterS: 0.1, ok: false, random: 0 }));
    expect(play(burst, eager).at(-1)?.run.circuitOpenedAt).not.toBeNull();
    expect(play(burst).at(-1)?.run.circuitOpenedAt).toBeNull();
  });
});

describe("half-open trials", () => {
  it("are due after 30 s, 1, 2, 5 and then every 10 minutes, ± 20 %", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const opening = Array.from({ length: 20 }, () => ({ afterS: 4, ok: false, random }));
        let run = play(opening).at(-1)?.run ?? NO_RUN;
        for (const plainS of [30, 60, 120, 300, 600, 600, 600]) {
          const from = run.lastFailureAt?.getTime() ?? 0;
          const waitS = ((run.trialAt?.getTime() ?? 0) - from) / 1000;
          expect(waitS).toBeGreaterThanOrEqual(plainS * 0.8 - 0.001);
          expect(waitS).toBeLessThanOrEqual(plainS * 1.2 + 0.001);
          run = afterTry(run, { ok: false, error: "status 500", at: run.trialAt ?? new Date(0) }, random);
        }
      }),
    );
  });

  it("are postponed only by a failure at or after their time", () => {
    fc.assert(
      fc.property(failingSteps, (given) => {
        for (const { before, run, at } of play(given)) {
          if (before.trialAt === null || run.trialAt === null) continue;
          if (at < before.trialAt) expect(run.trialAt).toEqual(before.trialAt);
          else expect(run.trialAt.getTime()).toBeGreaterThan(at.getTime());
        }
      }),
    );
  });
});

describe("the state of an endpoint", () => {
  const then = new Date(START_MS);

  it("gives the next call: the later of due time and half-open trial, none while paused", () => {
    const [early, late] = [new Date(START_MS), new Date(START_MS + 1000)];
    const open = { ...NO_RUN, pausedAt: null };
    expect(nextTryOf(open, null)).toBeNull();
    expect(nextTryOf(open, early)).toEqual(early);
    expect(nextTryOf({ ...open, trialAt: late }, early)).toEqual(late);
    expect(nextTryOf({ ...open, trialAt: early }, late)).toEqual(late);
    expect(nextTryOf({ ...open, pausedAt: early }, late)).toBeNull();
  });

  it("follows from its run; a pause takes precedence, and disabled over all", () => {
    fc.assert(
      fc.property(bothKinds, (given) => {
        for (const { run } of play(given)) {
          const enabled = { ...run, pausedAt: null, disabledAt: null };
          const expected = run.circuitOpenedAt ? "circuit_open" : run.failures > 0 ? "failing" : "healthy";
          expect(endpointStateOf(enabled)).toBe(expected);
          expect(endpointStateOf({ ...enabled, pausedAt: then })).toBe("paused");
          expect(endpointStateOf({ ...run, pausedAt: then, disabledAt: then })).toBe("disabled");
        }
      }),
    );
  });
});
