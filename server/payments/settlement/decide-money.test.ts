import { describe, expect, it } from "vitest";
import { afterDecision } from "../../test/rows/after-decision";
import { COMPLETED, facts, PAID, reported, summary } from "../../test/rows/attempt-facts";
import type { AttemptInput } from "../attempts/attempt-facts";
import { POLL_AFTER_PAID_FOR_S, UNRESOLVED_AFTER_H } from "../requests/rules";
import { decide } from "./decide";
import { NOTHING } from "./decision-parts";

const quiet = { concurrent: null, exceptions: [] };

describe("a bank's status", () => {
  const accepted = { state: "ACCEPTED", submitted: true } as const;

  it("completes a request once, at the profile's final status", () => {
    expect(summary(decide(facts(accepted), reported("ACSC")))).toEqual({
      to: "EXECUTED",
      request: "completed",
      ...quiet,
    });
    expect(summary(decide(facts({ ...accepted, finality: "ACCC" }), reported("ACSC"))).request).toBeNull();
    expect(summary(decide(facts({ ...accepted, finality: "ACSP" }), reported("ACSP"))).request).toBe("completed");
    expect(summary(decide(facts(PAID, COMPLETED), reported("ACSC"))).request).toBeNull();
  });

  it("of a reversed debit fails the request before completion, and reverses the whole amount after it", () => {
    const unpaid = facts({ state: "EXECUTED", submitted: true, finality: "ACCC" });
    expect(summary(decide(unpaid, reported("RJCT", "AC04"))).request).toBe("failed");
    const decision = decide(facts(PAID, COMPLETED), reported("RJCT", "AC04"));
    expect(decision.request).toEqual({ kind: "reverse", returnedMinor: 2550n, reason: "AC04" });
    expect([decision.attempt?.to, decision.attempt?.closed]).toEqual(["EXECUTED", true]);
  });

  it("of an attempt that is not live does not end the request", () => {
    const left = facts({ moneyMovesOn: "psu-sca" }, { liveAttemptId: "second" }, {});
    expect(summary(decide(left, reported("RJCT")))).toEqual({ to: "FAILED", request: null, ...quiet });
  });

  it("reverses only the amount that was not returned before", () => {
    const partly = facts(PAID, { ...COMPLETED, reversedMinor: 2000n });
    expect(decide(partly, reported("RJCT")).request).toMatchObject({ returnedMinor: 550n });
    const wholly = facts(PAID, { ...COMPLETED, reversedMinor: 2550n });
    expect(decide(wholly, reported("RJCT")).request).toBeNull();
  });

  it("with an unknown code, or one that single payments never have, changes nothing and records an exception", () => {
    for (const code of ["XXXX", "PART", "constructor"])
      expect(summary(decide(facts(accepted), reported(code)))).toEqual({
        to: null,
        request: null,
        concurrent: null,
        exceptions: ["protocol"],
      });
  });

  it("BLCK records an exception and keeps the request pending", () => {
    expect(summary(decide(facts(accepted), reported("BLCK")))).toEqual({
      to: "DISPUTED",
      request: null,
      concurrent: null,
      exceptions: ["disputed"],
    });
  });
});

describe("money that arrives after an end", () => {
  const ended = { state: "FAILED", final: true, closed: true, submissionBlocked: true } as const;
  const credit: AttemptInput = { kind: "credited", amountMinor: 2550n, currency: "GBP" };

  it.each(["failed", "cancelled"] as const)("completes a request that was %s, late, and once", (status) => {
    const late = facts(ended, { status, liveAttemptId: null });
    expect(summary(decide(late, credit))).toEqual({ to: "SETTLED", request: "completed late", ...quiet });
    expect(decide(afterDecision(late, decide(late, credit)), credit)).toBe(NOTHING);
  });

  it("stops a concurrent live attempt: by blocking its submission where possible, else by its bank", () => {
    const live = { liveAttemptId: "second" };
    expect(summary(decide(facts(ended, live, {}), credit))).toMatchObject({
      request: "completed",
      concurrent: "block",
    });
    const atBank = facts(ended, live, { moneyMovesOn: "psu-sca" });
    expect(summary(decide(atBank, credit))).toMatchObject({ request: "completed", concurrent: "stop" });
    const sent = facts(ended, live, { state: "SUBMITTING", submitted: true });
    expect(summary(decide(sent, credit)).concurrent).toBe("stop");
    const starting = facts(ended, live, { state: "INITIATING" });
    expect(summary(decide(starting, credit)).concurrent).toBe("stop");
  });

  it("a second time records an exception and does not change the request", () => {
    const second = facts({ ...ended, id: "second" }, COMPLETED);
    expect(summary(decide(second, credit))).toMatchObject({
      to: "SETTLED",
      request: null,
      exceptions: ["second_debit"],
    });
    const takenBack = facts({ ...PAID, id: "second" }, COMPLETED);
    expect(decide(takenBack, reported("RJCT")).request).toBeNull();
  });

  it("for a request that was never initiated records an exception, because no transition exists", () => {
    const expired = facts(ended, { status: "expired", initiated: false, liveAttemptId: null });
    expect(summary(decide(expired, credit))).toMatchObject({ request: null, exceptions: ["paid_after_end"] });
  });

  it("after its bank reversed the payment records an exception, because the merchant has seen the reversal", () => {
    const before = facts(PAID, COMPLETED);
    const reversed = afterDecision(before, decide(before, reported("RJCT")));
    expect(summary(decide(reversed, credit))).toMatchObject({
      to: "SETTLED",
      request: null,
      exceptions: ["paid_after_end"],
    });
    expect(decide(before, credit).exceptions).toEqual([]);
  });

  it("after the whole amount was returned, and not reversed by its bank, records no exception", () => {
    const returned = facts(PAID, { ...COMPLETED, reversedMinor: 2550n });
    expect(summary(decide(returned, credit))).toEqual({ to: "SETTLED", request: null, ...quiet });
  });

  it("with another amount or currency settles nothing", () => {
    for (const other of [{ amountMinor: 2549n }, { currency: "EUR" }])
      expect(summary(decide(facts(), { ...credit, ...other }))).toEqual({
        to: null,
        request: null,
        concurrent: null,
        exceptions: ["amount_differs"],
      });
    const { currency } = facts().request;
    expect(decide(facts(), { ...credit, amountMinor: 2549n }).exceptions).toEqual([
      { kind: "amount_differs", detail: `25.49 ${currency} arrived, 25.50 ${currency} were due.` },
    ]);
  });
});

describe("returned money", () => {
  it("adds up, to the paid amount at most", () => {
    let now = facts(PAID, COMPLETED);
    const returned: bigint[] = [];
    for (const returnedMinor of [1000n, 0n, -5n, 1000n, 1000n, 1000n]) {
      const decision = decide(now, { kind: "returned", returnedMinor, reason: null });
      if (decision.request?.kind === "reverse") returned.push(decision.request.returnedMinor);
      now = afterDecision(now, decision);
    }
    expect([returned, now.request.reversedMinor, now.request.status]).toEqual([
      [1000n, 1000n, 550n],
      2550n,
      "completed",
    ]);
  });
});

describe("the clock", () => {
  it("records an exception for an unresolved payment and ends the polling of a paid one, nothing else", () => {
    const old = facts({ state: "ACCEPTED", submitted: true }, { initiatedForS: UNRESOLVED_AFTER_H * 3600 });
    expect(summary(decide(old, { kind: "tick" }))).toMatchObject({
      to: null,
      request: null,
      exceptions: ["unresolved"],
    });
    const paid = facts({ ...PAID, paidForS: POLL_AFTER_PAID_FOR_S }, COMPLETED);
    expect(decide(paid, { kind: "tick" }).attempt).toMatchObject({ to: "EXECUTED", closed: true });
    expect(decide(facts(PAID, COMPLETED), { kind: "tick" })).toBe(NOTHING);
  });
});
