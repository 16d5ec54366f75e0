import { describe, expect, it } from "vitest";
import { afterDecision } from "../../test/rows/after-decision";
import { facts, summary } from "../../test/rows/attempt-facts";
import type { AttemptInput } from "../attempts/attempt-facts";
import { APPROVAL_WITHIN_S } from "../requests/rules";
import { decide } from "./decide";
import { isUnwanted, mayCompleteReturn } from "./decide-approval";
import { NOTHING } from "./decision-parts";

const quiet = { concurrent: null, exceptions: [] };

describe("an initiation", () => {
  const starting = facts({ state: "INITIATING", handedOverForS: null }, { initiated: false, initiatedForS: null });

  it("that the bank refused leaves the request as it was, and blocks the submission", () => {
    const decision = decide(starting, { kind: "start_refused", code: "PAYMENT_FAILED", ours: false });
    expect(summary(decision)).toEqual({ to: "FAILED", request: "release", ...quiet });
    expect([decision.initiated, decision.attempt?.submissionBlocked]).toEqual([false, true]);
  });

  it("that the bank refused because of our configuration records an exception", () => {
    const decision = decide(starting, { kind: "start_refused", code: "FORMAT_ERROR", ours: true });
    expect(decision.exceptions).toEqual([expect.objectContaining({ kind: "refused_by_configuration" })]);
  });

  it("of unknown outcome counts as initiated only where the bank may ask in its own app", () => {
    const unknown: AttemptInput = { kind: "start_unknown", code: "unknown" };
    const alone = facts({ ...starting.attempt, moneyMovesOn: "psu-sca", decoupled: true }, starting.request);
    expect([summary(decide(alone, unknown)), decide(alone, unknown).initiated]).toEqual([
      { to: "INIT_UNKNOWN", request: null, ...quiet },
      true,
    ]);
    const visited = facts({ ...starting.attempt, moneyMovesOn: "psu-sca" }, starting.request);
    expect([summary(decide(visited, unknown)), decide(visited, unknown).initiated]).toEqual([
      { to: "FAILED", request: "release", ...quiet },
      false,
    ]);
  });

  it("that fails carries out a cancellation that was requested meanwhile", () => {
    const cancelled = facts(starting.attempt, { ...starting.request, cancelRequested: true });
    const decision = decide(cancelled, { kind: "start_refused", code: "RJCT", ours: false });
    expect(summary(decision).request).toBe("cancelled");
  });

  it("at another bank that fails does not fail a request that was initiated before", () => {
    const again = facts(starting.attempt, { initiated: true });
    expect(summary(decide(again, { kind: "start_refused", code: "RJCT", ours: false })).request).toBe("release");
  });
});

describe("a blocked submission", () => {
  it.each(["AWAITING_AUTH", "AUTHORISED"] as const)("ends an attempt that is %s at once, and its request", (state) => {
    const decision = decide(facts({ state }), { kind: "stop", why: "cancellation" });
    expect(summary(decision)).toEqual({ to: "CANCELLED", request: "cancelled", ...quiet });
    expect(decision.attempt?.submissionBlocked).toBe(true);
  });

  it("for a change of bank leaves the request pending", () => {
    expect(summary(decide(facts(), { kind: "stop", why: "change" })).request).toBe("release");
  });

  it.each(["SUBMITTING", "SUBMIT_UNKNOWN", "ACCEPTED"] as const)("is refused for an attempt that is %s", (state) => {
    expect(decide(facts({ state, submitted: true }), { kind: "stop", why: "change" })).toBe(NOTHING);
  });

  it("is impossible where the customer's approval moves the money", () => {
    expect(decide(facts({ moneyMovesOn: "psu-sca" }), { kind: "stop", why: "cancellation" })).toBe(NOTHING);
    const long = facts({ moneyMovesOn: "psu-sca", handedOverForS: APPROVAL_WITHIN_S * 2 });
    expect(decide(long, { kind: "tick" })).toBe(NOTHING);
  });

  it("happens 30 minutes after the hand-over, and not a second before", () => {
    expect(decide(facts({ handedOverForS: APPROVAL_WITHIN_S - 1 }), { kind: "tick" })).toBe(NOTHING);
    const decision = decide(facts({ handedOverForS: APPROVAL_WITHIN_S }), { kind: "tick" });
    expect(summary(decision)).toEqual({ to: "FAILED", request: "failed", ...quiet });
  });

  it("prevents a later code exchange, grant and submission", () => {
    const blocked = afterDecision(facts(), decide(facts(), { kind: "stop", why: "change" }));
    expect(mayCompleteReturn(blocked)).toBe(false);
    expect(decide(blocked, { kind: "granted" })).toBe(NOTHING);
    expect(decide(blocked, { kind: "submit_begun" })).toBe(NOTHING);
  });

  it.each([
    ["a cancellation", {}, { cancelRequested: true }],
    ["a request for another bank", { changeRequested: true }, {}],
    ["another attempt that is live", {}, { liveAttemptId: "second" }],
    ["a request that has ended", {}, { status: "completed", liveAttemptId: null }],
  ] as const)("falls instead of a submission after %s", (_what, attempt, request) => {
    const decision = decide(facts({ state: "AUTHORISED", ...attempt }, request), { kind: "submit_begun" });
    expect([decision.attempt?.to, decision.attempt?.submissionBlocked]).toEqual(["CANCELLED", true]);
  });
});

describe("an approval", () => {
  it("may be exchanged less than 30 minutes after the hand-over, and not later", () => {
    const handedOver = (handedOverForS: number) => mayCompleteReturn(facts({ handedOverForS }));
    expect([handedOver(1799), handedOver(1800)]).toEqual([true, false]);
  });

  it("that was denied cancels; where the approval moves the money it is only a hint", () => {
    expect(summary(decide(facts(), { kind: "denied", reason: "access_denied" }))).toEqual({
      to: "CANCELLED",
      request: "cancelled",
      ...quiet,
    });
    expect(decide(facts({ moneyMovesOn: "psu-sca" }), { kind: "denied", reason: "access_denied" })).toBe(NOTHING);
  });

  it("whose only token is lost blocks the submission; while the token may still arrive, it does not", () => {
    const authorised = { kind: "authorisation", state: "authorised" } as const;
    expect(summary(decide(facts(), { ...authorised, lost: true }))).toEqual({
      to: "FAILED",
      request: "failed",
      ...quiet,
    });
    expect(decide(facts(), { ...authorised, lost: false })).toBe(NOTHING);
  });

  it("that was used without our submission records an exception, and ends nothing", () => {
    const decision = decide(facts(), { kind: "authorisation", state: "consumed", lost: true });
    expect(summary(decision)).toEqual({ to: null, request: null, concurrent: null, exceptions: ["protocol"] });
  });
});

describe("a payment", () => {
  it("is unwanted once a cancellation is requested, its request has ended, or another attempt has paid it", () => {
    const unwanted = [
      facts({}, { cancelRequested: true }),
      facts({}, { status: "completed" }),
      facts({ stopRequested: true }),
    ];
    expect([facts(), facts({ changeRequested: true }), ...unwanted].map(isUnwanted)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

describe("a submission", () => {
  const submitted = facts({ state: "SUBMITTING", submitted: true });
  const refused = { kind: "submit_refused", code: "AfterCutOff", ours: false } as const;

  it("ends by a refusal only if no earlier try can have arrived", () => {
    expect(summary(decide(submitted, { ...refused, certain: true })).request).toBe("failed");
    expect(summary(decide(submitted, { ...refused, certain: false }))).toEqual({
      to: "SUBMIT_UNKNOWN",
      request: null,
      ...quiet,
    });
  });

  it("ends by a stop only if no try can have been carried out, and never for another bank", () => {
    const stop = { kind: "stop", why: "cancellation" } as const;
    const stopped = { to: "CANCELLED", request: "cancelled", ...quiet };
    expect(summary(decide(submitted, { ...stop, unsent: true }))).toEqual(stopped);
    for (const input of [stop, { ...stop, unsent: false }, { ...stop, why: "change", unsent: true } as const])
      expect(decide(submitted, input)).toEqual(NOTHING);
    const unknown = facts({ state: "SUBMIT_UNKNOWN", submitted: true });
    expect(decide(unknown, { ...stop, unsent: true })).toEqual(NOTHING);
  });

  it("whose outcome is unknown is never ended by the clock, by a stop, or by another answer than the bank's", () => {
    const unknown = facts({ state: "SUBMIT_UNKNOWN", submitted: true, handedOverForS: 9e6 }, { initiatedForS: 9e6 });
    const inputs: AttemptInput[] = [
      { kind: "tick" },
      { kind: "stop", why: "cancellation" },
      { kind: "denied", reason: "x" },
      { kind: "authorisation", state: "authorised", lost: true },
      { kind: "authorisation", state: "awaiting", lost: true },
      { kind: "start_refused", code: "x", ours: false },
    ];
    expect(inputs.filter((input) => decide(unknown, input).attempt !== null)).toEqual([]);
    const rejected = { kind: "authorisation", state: "rejected", lost: false } as const;
    expect(summary(decide(unknown, rejected))).toEqual({ to: "FAILED", request: "failed", ...quiet });
  });

  it("whose outcome is unknown ends by an unused approval only if it is unwanted, and long after the last try", () => {
    const unknown = { state: "SUBMIT_UNKNOWN", submitted: true } as const;
    const unused = { kind: "authorisation", state: "authorised", lost: false } as const;
    const cancelled = facts(unknown, { cancelRequested: true });
    const ended = { to: "FAILED", request: "cancelled", ...quiet };
    expect(summary(decide(cancelled, { ...unused, over: true }))).toEqual(ended);
    expect(decide(cancelled, { ...unused, over: false })).toBe(NOTHING);
    expect(decide(cancelled, { ...unused, state: "consumed", over: true })).toBe(NOTHING);
    expect(decide(facts(unknown), { ...unused, over: true })).toBe(NOTHING);
  });

  it("stores the bank's ids, whatever its status", () => {
    for (const isoStatus of ["RCVD", "PDNG", "XXXX", "RJCT", "ACSC"])
      expect([isoStatus, decide(submitted, { kind: "submit_accepted", isoStatus }).keep]).toEqual([isoStatus, true]);
    expect(decide(submitted, { kind: "submit_accepted", isoStatus: "XXXX" }).attempt?.to).toBe("ACCEPTED");
  });

  it("that the bank accepted after the attempt had ended records an exception with its id; a refused one does not", () => {
    const ended = facts({ state: "FAILED", submitted: true, final: true, closed: true }, { status: "failed" });
    const late = decide(ended, { kind: "submit_accepted", isoStatus: "PDNG" });
    expect([summary(late).exceptions, late.keep, late.attempt]).toEqual([["submission_unknown"], true, null]);
    expect(decide(ended, { kind: "submit_accepted", isoStatus: "RJCT" })).toBe(NOTHING);
  });
});
