import { describe, expect, it } from "vitest";
import { failureOf } from "../../connectors/ob-uk/errors";
import { maySendSubmission, notStarted, surelyNotCancelled } from "./call-rules";

describe("an initiation that the bank refuses with 403", () => {
  it("is refused for our access, so that an exception is recorded", () => {
    const refused = failureOf({ status: 403, headers: {}, body: "" }, { kind: "consent", byPerson: false });
    expect(notStarted(refused)).toEqual({ kind: "start_refused", code: "auth", ours: true });
  });
});

describe("a submission whose last try has no result", () => {
  it.each([
    ["SUBMITTING", false],
    ["SUBMIT_UNKNOWN", true],
  ] as const)("in %s may be sent again: %s", (state, isAllowed) => {
    const last = { outcome: "unknown", lost: false } as const;
    expect(maySendSubmission({ final: false, state, unwanted: false }, last, "authorised")).toBe(isAllowed);
  });
});

describe("an accepted cancellation", () => {
  it.each([
    ["no status", null, false],
    ["CANC", "CANC", false],
    ["RJCT", "RJCT", false],
    ["an unknown status", "CANCELLED", false],
    ["RCVD", "RCVD", true],
    ["ACTC", "ACTC", true],
    ["ACSP", "ACSP", true],
  ])("with %s", (_, status, isSure) => {
    expect(surelyNotCancelled({ ok: true, value: { status } })).toBe(isSure);
  });
});
