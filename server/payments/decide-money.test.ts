import { describe, expect, it } from "vitest";
import { COMPLETED, facts, PAID, reported, summary } from "../test/attempt-facts";
import { afterDecision } from "./after-decision";
import type { AttemptInput } from "./attempt-facts";
import { decide } from "./decide";
import { NOTHING } from "./decision-parts";
import { ASK_AFTER_PAID_FOR_S, UNRESOLVED_AFTER_H } from "./rules";

const quiet = { rival: null, anomalies: [] };

describe("what the bank says", () => {
  const accepted = { state: "ACCEPTED", submitted: true } as const;

  it("completes once, by the profile's finality", () => {
    expect(summary(decide(facts(accepted), reported("ACSC")))).toEqual({
      to: "EXECUTED",
      request: "completed",
      ...quiet,
    });
    expect(summary(decide(facts({ ...accepted, finality: "ACCC" }), reported("ACSC"))).request).toBeNull();
    expect(summary(decide(facts({ ...accepted, finality: "ACSP" }), reported("ACSP"))).request).toBe("completed");
    expect(summary(decide(facts(PAID, COMPLETED), reported("ACSC"))).request).toBeNull();
  });

  it("of a debit that it takes back before completion is a failure, after it a reversal of the whole amount", () => {
    const unpaid = facts({ state: "EXECUTED", submitted: true, finality: "ACCC" });
    expect(summary(decide(unpaid, reported("RJCT", "AC04"))).request).toBe("failed");
    const decision = decide(facts(PAID, COMPLETED), reported("RJCT", "AC04"));
    expect(decision.request).toEqual({ kind: "reverse", returnedMinor: 2550n, reason: "AC04" });
    expect([decision.attempt?.to, decision.attempt?.closed]).toEqual(["EXECUTED", true]);
  });

  it("of an attempt that is not the live one ends nothing of the request", () => {
    const left = facts({ moneyMovesOn: "psu-sca" }, { liveAttemptId: "second" }, {});
    expect(summary(decide(left, reported("RJCT")))).toEqual({ to: "FAILED", request: null, ...quiet });
  });

  it("takes back only what has not gone back before", () => {
    const partly = facts(PAID, { ...COMPLETED, reversedMinor: 2000n });
    expect(decide(partly, reported("RJCT")).request).toMatchObject({ returnedMinor: 550n });
    const wholly = facts(PAID, { ...COMPLETED, reversedMinor: 2550n });
    expect(decide(wholly, reported("RJCT")).request).toBeNull();
  });

  it("in an unknown code, or one that single payments never have, changes nothing and is told to a person", () => {
    for (const code of ["XXXX", "PART", "constructor"])
      expect(summary(decide(facts(accepted), reported(code)))).toEqual({
        to: null,
        request: null,
        rival: null,
        anomalies: ["protocol"],
      });
  });

  it("blocked on its way is told to a person, and stays pending", () => {
    expect(summary(decide(facts(accepted), reported("BLCK")))).toEqual({
      to: "DISPUTED",
      request: null,
      rival: null,
      anomalies: ["disputed"],
    });
  });
});

describe("money that arrives after an end", () => {
  const ended = { state: "FAILED", final: true, closed: true, barred: true } as const;
  const credit: AttemptInput = { kind: "credited", amountMinor: 2550n, currency: "GBP" };

  it.each(["failed", "cancelled"] as const)("completes a request that has %s, late, and once", (status) => {
    const late = facts(ended, { status, liveAttemptId: null });
    expect(summary(decide(late, credit))).toEqual({ to: "SETTLED", request: "completed late", ...quiet });
    expect(decide(afterDecision(late, decide(late, credit)), credit)).toBe(NOTHING);
  });

  it("stops the attempt that is live beside it: by our bar where that is enough, else by its bank", () => {
    const live = { liveAttemptId: "second" };
    expect(summary(decide(facts(ended, live, {}), credit))).toMatchObject({ request: "completed", rival: "bar" });
    const atBank = facts(ended, live, { moneyMovesOn: "psu-sca" });
    expect(summary(decide(atBank, credit))).toMatchObject({ request: "completed", rival: "stop" });
    const sent = facts(ended, live, { state: "SUBMITTING", submitted: true });
    expect(summary(decide(sent, credit)).rival).toBe("stop");
  });

  it("a second time is never unseen, and changes the request no more", () => {
    const second = facts({ ...ended, id: "second" }, COMPLETED);
    expect(summary(decide(second, credit))).toMatchObject({
      to: "SETTLED",
      request: null,
      anomalies: ["second_debit"],
    });
    const takenBack = facts({ ...PAID, id: "second" }, COMPLETED);
    expect(decide(takenBack, reported("RJCT")).request).toBeNull();
  });

  it("for a request that no bank had is told to a person, for no other move exists", () => {
    const expired = facts(ended, { status: "expired", initiated: false, liveAttemptId: null });
    expect(summary(decide(expired, credit))).toMatchObject({ request: null, anomalies: ["paid_after_end"] });
  });

  it("after its bank had taken the payment back is told to a person: the merchant believes it reversed", () => {
    const before = facts(PAID, COMPLETED);
    const reversed = afterDecision(before, decide(before, reported("RJCT")));
    expect(summary(decide(reversed, credit))).toMatchObject({
      to: "SETTLED",
      request: null,
      anomalies: ["paid_after_end"],
    });
    expect(decide(before, credit).anomalies).toEqual([]);
  });

  it("in another amount or currency settles nothing", () => {
    for (const other of [{ amountMinor: 2549n }, { currency: "EUR" }])
      expect(summary(decide(facts(), { ...credit, ...other }))).toEqual({
        to: null,
        request: null,
        rival: null,
        anomalies: ["amount_differs"],
      });
  });
});

describe("money that goes back", () => {
  it("adds up, and never to more than was paid", () => {
    let now = facts(PAID, COMPLETED);
    const told: bigint[] = [];
    for (const returnedMinor of [1000n, 0n, -5n, 1000n, 1000n, 1000n]) {
      const decision = decide(now, { kind: "returned", returnedMinor, reason: null });
      if (decision.request?.kind === "reverse") told.push(decision.request.returnedMinor);
      now = afterDecision(now, decision);
    }
    expect([told, now.request.reversedMinor, now.request.status]).toEqual([[1000n, 1000n, 550n], 2550n, "completed"]);
  });
});

describe("the clock", () => {
  it("tells a person of what is unresolved, and ends the questions about what was paid, nothing else", () => {
    const old = facts({ state: "ACCEPTED", submitted: true }, { initiatedForS: UNRESOLVED_AFTER_H * 3600 });
    expect(summary(decide(old, { kind: "tick" }))).toMatchObject({
      to: null,
      request: null,
      anomalies: ["unresolved"],
    });
    const paid = facts({ ...PAID, paidForS: ASK_AFTER_PAID_FOR_S }, COMPLETED);
    expect(decide(paid, { kind: "tick" }).attempt).toMatchObject({ to: "EXECUTED", closed: true });
    expect(decide(facts(PAID, COMPLETED), { kind: "tick" })).toBe(NOTHING);
  });
});
