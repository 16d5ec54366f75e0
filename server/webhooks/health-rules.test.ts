import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterTry,
  FAILURES_TO_PAUSE,
  healthOf,
  NO_RUN,
  nextTryOf,
  PAUSE_AFTER_S,
  pausedBy,
  type Run,
} from "./health-rules";

const START_MS = Date.UTC(2026, 10, 21, 12);
/** Tries one after another: how many seconds after the one before, and whether it succeeded. */
const steps = fc.array(
  fc.record({
    afterS: fc.double({ min: 0, max: 900, noNaN: true }),
    ok: fc.boolean(),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 120 },
);
/** Mostly failures: runs that are long enough to open the breaker. */
const failingSteps = fc.array(
  fc.record({
    afterS: fc.double({ min: 0, max: 900, noNaN: true }),
    ok: fc.nat(60).map((one) => one === 0),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 20, maxLength: 120 },
);
type Step = { afterS: number; ok: boolean; random: number };

/** The run after each of the steps, beside what is known of the failures in a row without it. */
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
  it("counts what failed in a row, and is forgotten by a success", () => {
    fc.assert(
      fc.property(bothKinds, (given) => {
        for (const { run, inRow, ok, at } of play(given)) {
          expect(run.failures).toBe(inRow.length);
          expect(run.failingSince).toEqual(inRow[0] ?? null);
          if (ok) expect({ ...run, takenSince: null }).toEqual(NO_RUN);
          if (!ok) expect(run).toMatchObject({ lastError: "status 500", lastFailureAt: at, takenSince: null });
        }
      }),
    );
  });

  it("never opens the breaker before its 20th failure or its 60th second, and always by a failure after both", () => {
    fc.assert(
      fc.property(bothKinds, (given) => {
        for (const { run, inRow, at } of play(given)) {
          const [first] = inRow;
          const old = first !== undefined && at.getTime() - first.getTime() >= PAUSE_AFTER_S * 1000;
          expect(run.pausedSince !== null).toBe(inRow.length >= FAILURES_TO_PAUSE && old);
          expect(run.probeAt !== null).toBe(run.pausedSince !== null);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("TWIN: a rule that looks at the number alone is found out by the property above", () => {
    const eager: typeof afterTry = (run, outcome, random) => {
      const after = afterTry(run, outcome, random);
      if (after.failures < FAILURES_TO_PAUSE || after.pausedSince) return after;
      return { ...after, pausedSince: outcome.at, probeAt: outcome.at };
    };
    const burst = Array.from({ length: 20 }, () => ({ afterS: 0.1, ok: false, random: 0 }));
    expect(play(burst, eager).at(-1)?.run.pausedSince).not.toBeNull();
    expect(play(burst).at(-1)?.run.pausedSince).toBeNull();
  });
});

describe("probes of an open breaker", () => {
  it("follow after 30 s, 1, 2, 5 and then every 10 minutes, give or take a fifth", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const opening = Array.from({ length: 20 }, () => ({ afterS: 4, ok: false, random }));
        let run = play(opening).at(-1)?.run ?? NO_RUN;
        for (const plainS of [30, 60, 120, 300, 600, 600, 600]) {
          const from = run.lastFailureAt?.getTime() ?? 0;
          const waitS = ((run.probeAt?.getTime() ?? 0) - from) / 1000;
          expect(waitS).toBeGreaterThanOrEqual(plainS * 0.8 - 0.001);
          expect(waitS).toBeLessThanOrEqual(plainS * 1.2 + 0.001);
          run = afterTry(run, { ok: false, error: "status 500", at: run.probeAt ?? new Date(0) }, random);
        }
      }),
    );
  });

  it("are moved only by a failure that ended at their time or later, and never nearer", () => {
    fc.assert(
      fc.property(failingSteps, (given) => {
        for (const { before, run, at } of play(given)) {
          if (before.probeAt === null || run.probeAt === null) continue;
          if (at < before.probeAt) expect(run.probeAt).toEqual(before.probeAt);
          else expect(run.probeAt.getTime()).toBeGreaterThan(at.getTime());
        }
      }),
    );
  });
});

describe("the health of a destination", () => {
  const held = new Date(START_MS);

  it("says when something is sent next: the later of what is due and the probe, and never behind a person's pause", () => {
    const [early, late] = [new Date(START_MS), new Date(START_MS + 1000)];
    const open = { ...NO_RUN, heldSince: null };
    expect(nextTryOf(open, null)).toBeNull();
    expect(nextTryOf(open, early)).toEqual(early);
    expect(nextTryOf({ ...open, probeAt: late }, early)).toEqual(late);
    expect(nextTryOf({ ...open, probeAt: early }, late)).toEqual(late);
    expect(nextTryOf({ ...open, heldSince: early }, late)).toBeNull();
  });

  it("follows from its run, and a person's pause stands before everything", () => {
    expect([healthOf(null), pausedBy(null)]).toEqual(["healthy", null]);
    fc.assert(
      fc.property(bothKinds, (given) => {
        for (const { run } of play(given)) {
          const free = { ...run, heldSince: null };
          const expected = run.pausedSince ? "paused" : run.failures > 0 ? "failing" : "healthy";
          expect(healthOf(free)).toBe(expected);
          expect(pausedBy(free)).toBe(run.pausedSince ? "breaker" : null);
          expect([healthOf({ ...run, heldSince: held }), pausedBy({ ...run, heldSince: held })]).toEqual([
            "paused",
            "person",
          ]);
        }
      }),
    );
  });
});
