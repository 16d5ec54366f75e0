import { expect, test } from "vitest";
import { ATTEMPT_STATES, type AttemptState } from "../attempts/attempt-states";
import { LINK_STATUSES } from "../links/rules";
import { mayTryAgain, type PhaseFacts, phaseOf } from "./checkout-phase";
import type { Phase } from "./checkout-view";

const PENDING: PhaseFacts = {
  status: "pending",
  statusReason: null,
  late: false,
  initiated: true,
  cancelRequested: false,
  live: null,
  refused: false,
  returnedForS: null,
};

// Each state of a live attempt: before the customer returns, just after, and long after.
const PHASES: Record<AttemptState, [away: Phase, back: Phase, long: Phase]> = {
  INITIATING: ["starting", "starting", "starting"],
  INIT_UNKNOWN: ["at_bank", "confirming", "at_bank"],
  AWAITING_AUTH: ["at_bank", "confirming", "at_bank"],
  AUTHORISED: ["confirming", "confirming", "confirming"],
  SUBMITTING: ["confirming", "confirming", "confirming"],
  SUBMIT_UNKNOWN: ["confirming", "confirming", "confirming"],
  ACCEPTED: ["confirming", "confirming", "confirming"],
  EXECUTED: ["confirming", "confirming", "confirming"],
  SETTLED: ["confirming", "confirming", "confirming"],
  DISPUTED: ["confirming", "confirming", "confirming"],
  FAILED: ["confirming", "confirming", "confirming"],
  CANCELLED: ["confirming", "confirming", "confirming"],
};

test.each(ATTEMPT_STATES)("a live attempt in %s has its phase on the page", (live) => {
  const at = (returnedForS: number | null) => phaseOf({ ...PENDING, live, returnedForS });
  expect([at(null), at(1), at(61)]).toEqual(PHASES[live]);
});

test("a live attempt, in any state, is never shown as ended", () => {
  const ended: Phase[] = ["refused", "failed", "cancelled", "cancelled_at_bank", "expired", "choosing"];
  for (const live of ATTEMPT_STATES) {
    for (const changed of [{}, { cancelRequested: true }, { statusReason: "unresolved" }, { refused: true }]) {
      expect(ended).not.toContain(phaseOf({ ...PENDING, ...changed, live }));
    }
  }
});

test("an ended payment has the phase of its outcome", () => {
  const end = (changed: Partial<PhaseFacts>) => phaseOf({ ...PENDING, ...changed });
  expect(end({ status: "completed" })).toBe("paid");
  expect(end({ status: "completed", late: true })).toBe("paid_late");
  expect(end({ status: "failed", refused: true })).toBe("refused");
  expect(end({ status: "failed" })).toBe("failed");
  expect(end({ status: "expired", initiated: false })).toBe("expired");
  expect(end({ status: "cancelled" })).toBe("cancelled_at_bank");
  expect(end({ status: "cancelled", initiated: false })).toBe("cancelled");
  expect(end({ status: "cancelled", statusReason: "link_paid" })).toBe("paid_elsewhere");
});

test.each<[Phase, boolean]>([
  ["refused", true],
  ["failed", true],
  ["cancelled_at_bank", true],
  ["cancelled", false],
  ["expired", false],
  ["paid", false],
  ["paid_elsewhere", false],
  ["choosing", false],
  ["confirming", false],
  ["unresolved", false],
])(
  "after %s another bank can be chosen on an active link: %s; never without a link, or on a closed one",
  (phase, may) => {
    expect(mayTryAgain(phase, "active")).toBe(may);
    for (const status of [undefined, ...LINK_STATUSES.filter((status) => status !== "active")])
      expect(mayTryAgain(phase, status)).toBe(false);
  },
);
