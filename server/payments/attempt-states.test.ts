import { describe, expect, it } from "vitest";
import { ATTEMPT_STATES, type AttemptState, isPaid, mayMove, stateOf } from "./attempt-states";

const RANK: Record<AttemptState, number> = {
  INITIATING: 0,
  AWAITING_AUTH: 1,
  ACCEPTED: 2,
  EXECUTED: 3,
  SETTLED: 4,
  FAILED: 9,
  CANCELLED: 9,
};
const PAIRS = ATTEMPT_STATES.flatMap((from) => ATTEMPT_STATES.map((to) => [from, to] as const));

describe("the states of an attempt", () => {
  it.each(PAIRS)("%s to %s: forward only, and no failure once the money has left", (from, to) => {
    const isEnd = to === "FAILED" || to === "CANCELLED";
    const expected = RANK[from] < 9 && (isEnd ? RANK[from] < RANK.EXECUTED : RANK[to] > RANK[from]);
    expect(mayMove(from, to)).toBe(expected);
  });

  it.each([
    ["RCVD", undefined, "AWAITING_AUTH"],
    ["PATC", undefined, "AWAITING_AUTH"],
    ["ACTC", "started", "AWAITING_AUTH"],
    ["ACTC", "finalised", "ACCEPTED"],
    ["ACCP", "exempted", "ACCEPTED"],
    ["ACFC", undefined, "AWAITING_AUTH"],
    ["PDNG", undefined, "ACCEPTED"],
    ["ACSP", undefined, "ACCEPTED"],
    ["ACWC", undefined, "ACCEPTED"],
    ["ACWP", undefined, "ACCEPTED"],
    ["ACSC", undefined, "EXECUTED"],
    ["ACCC", undefined, "SETTLED"],
    ["RJCT", undefined, "FAILED"],
    ["CANC", undefined, "CANCELLED"],
    ["XXXX", undefined, null],
    ["PART", undefined, null],
  ])("%s with scaStatus %s means %s", (iso, sca, state) => {
    expect(stateOf(iso, sca)).toBe(state);
  });

  it.each([
    ["ACSP", "ACCEPTED", [true, false]],
    ["PDNG", "ACCEPTED", [false, false]],
    ["ACSC", "EXECUTED", [true, true]],
    ["ACCC", "SETTLED", [true, true]],
  ] as const)("%s is paid under the finality ACSP and ACSC: %s %j", (iso, state, paid) => {
    expect((["ACSP", "ACSC"] as const).map((finality) => isPaid(state, iso, finality))).toEqual(paid);
  });
});
