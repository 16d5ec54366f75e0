import { describe, expect, it } from "vitest";
import {
  ATTEMPT_EVENTS,
  ATTEMPT_STATES,
  type AttemptEvent,
  type AttemptState,
  bankEventOf,
  type Guards,
  isPaid,
  nextState,
} from "./attempt-states";

const RANK: Record<AttemptState, number> = {
  INITIATING: 0,
  INIT_UNKNOWN: 1,
  AWAITING_AUTH: 2,
  AUTHORISED: 3,
  SUBMITTING: 4,
  SUBMIT_UNKNOWN: 5,
  ACCEPTED: 6,
  DISPUTED: 7,
  EXECUTED: 8,
  SETTLED: 9,
  FAILED: 10,
  CANCELLED: 10,
};
const ENDS: readonly AttemptState[] = ["FAILED", "CANCELLED"];
const MONEY: readonly AttemptState[] = ["ACCEPTED", "EXECUTED", "SETTLED"];
const GUARDS: readonly Guards[] = (["psu-sca", "our-submit"] as const).flatMap((moneyMovesOn) =>
  [true, false].flatMap((decoupled) =>
    [true, false].flatMap((paid) => [true, false].map((paysNow) => ({ moneyMovesOn, decoupled, paid, paysNow }))),
  ),
);

/** Every state × every event × every guard: 3648 moves. */
const MOVES = ATTEMPT_STATES.flatMap((from) =>
  ATTEMPT_EVENTS.flatMap((event) =>
    GUARDS.map((guards) => ({ from, event, guards, to: nextState(from, event, guards) })),
  ),
);
const where = (condition: (move: (typeof MOVES)[number]) => boolean) => MOVES.filter(condition);
const made = where(({ to }) => to !== null);

describe("the states of an attempt, over all transitions", () => {
  it("only move forward, except for money that arrives after an end or a block", () => {
    const back = made.filter(({ from, to }) => !ENDS.includes(from) && to !== null && RANK[to] < RANK[from]);
    const released = where(({ from, event }) => from === "DISPUTED" && event === "bank_accepted");
    expect(back).toEqual(released.filter(({ guards }) => guards.paysNow && !guards.paid));
    expect(back).toHaveLength(4);
    for (const { from, to } of made.filter(({ from }) => ENDS.includes(from))) {
      expect([from, MONEY.includes(to as AttemptState)]).toEqual([from, true]);
    }
  });

  it("stay the same only if another code of the state counts as paid", () => {
    for (const { from, to, event, guards } of made.filter(({ from, to }) => from === to)) {
      expect([from, to, event, guards.paysNow, guards.paid]).toEqual([
        "ACCEPTED",
        "ACCEPTED",
        "bank_accepted",
        true,
        false,
      ]);
    }
  });

  it("never fail once a payment was completed in public, or from SETTLED", () => {
    const failures = made.filter(({ to, event }) => ENDS.includes(to as AttemptState) && event.startsWith("bank_"));
    const wrong = failures.filter(
      ({ from, guards }) => from === "SETTLED" || (guards.paid && RANK[from] >= RANK.ACCEPTED),
    );
    expect(wrong).toEqual([]);
    expect(where(({ from, to }) => from === "SETTLED" && to !== null)).toEqual([]);
  });

  it("block the submission only where our call moves the money, by time only before it was committed", () => {
    const blocking: readonly AttemptEvent[] = ["stopped", "timed_out"];
    const blocked = made.filter(({ event }) => blocking.includes(event));
    const from = (name: AttemptEvent) => new Set(blocked.filter(({ event }) => event === name).map((one) => one.from));
    expect(from("timed_out")).toEqual(new Set(["AWAITING_AUTH", "AUTHORISED"]));
    expect(from("stopped")).toEqual(new Set(["AWAITING_AUTH", "AUTHORISED", "SUBMITTING"]));
    const waiting = blocked.filter(({ from }) => from === "AWAITING_AUTH");
    expect(waiting.every(({ guards }) => guards.moneyMovesOn === "our-submit")).toBe(true);
  });

  it("are submitted only once: from AUTHORISED", () => {
    expect(new Set(made.filter(({ to }) => to === "SUBMITTING").map(({ from }) => from))).toEqual(
      new Set(["AUTHORISED"]),
    );
  });

  it("are settled by a credit from every state but SETTLED", () => {
    for (const { from, to } of where(({ event }) => event === "credited")) {
      expect([from, to]).toEqual([from, from === "SETTLED" ? null : "SETTLED"]);
    }
  });

  it("leave an unanswered initiation unknown only where the bank may ask in its own app", () => {
    for (const { guards, to } of where(({ from, event }) => from === "INITIATING" && event === "start_unknown")) {
      const isPossible = guards.decoupled && guards.moneyMovesOn === "psu-sca";
      expect([guards, to]).toEqual([guards, isPossible ? "INIT_UNKNOWN" : "FAILED"]);
    }
  });

  it("end a submission of unknown outcome only by the bank's answer", () => {
    const ends = made.filter(({ from, to }) => from === "SUBMIT_UNKNOWN" && ENDS.includes(to as AttemptState));
    const events = new Set(ends.map(({ event }) => event));
    expect(events).toEqual(new Set(["consent_rejected", "submit_refused", "bank_rejected", "bank_cancelled"]));
  });
});

describe("the status codes of a bank", () => {
  it.each([
    ["RCVD", undefined, "bank_awaiting"],
    ["PATC", undefined, "bank_awaiting"],
    ["ACTC", "started", "bank_awaiting"],
    ["ACTC", "finalised", "bank_accepted"],
    ["ACCP", "exempted", "bank_accepted"],
    ["ACFC", undefined, "bank_awaiting"],
    ["PDNG", undefined, "bank_accepted"],
    ["ACSP", undefined, "bank_accepted"],
    ["ACWC", undefined, "bank_accepted"],
    ["ACWP", undefined, "bank_accepted"],
    ["ACSC", undefined, "bank_executed"],
    ["ACCC", undefined, "bank_settled"],
    ["RJCT", undefined, "bank_rejected"],
    ["CANC", undefined, "bank_cancelled"],
    ["BLCK", undefined, "bank_disputed"],
    ["XXXX", undefined, null],
    ["PART", undefined, null],
    ["", undefined, null],
  ])("%s with scaStatus %s means %s", (iso, sca, event) => {
    expect(bankEventOf(iso, sca)).toBe(event);
  });

  it.each([
    ["ACSP", "bank_accepted", [true, false, false]],
    ["PDNG", "bank_accepted", [false, false, false]],
    ["ACSC", "bank_executed", [true, true, false]],
    ["ACCC", "bank_settled", [true, true, true]],
    ["RJCT", "bank_rejected", [false, false, false]],
  ] as const)("%s is paid under the finality ACSP, ACSC and ACCC: %s %j", (iso, event, paid) => {
    expect((["ACSP", "ACSC", "ACCC"] as const).map((finality) => isPaid(event, iso, finality))).toEqual(paid);
  });
});
