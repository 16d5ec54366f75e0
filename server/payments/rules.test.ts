import { expect, test } from "vitest";
import { LINK_STATUSES } from "../payment-links/rules";
import type { Phase } from "./checkout-view";
import { mayTryAgain } from "./rules";

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
  "after %s another bank can be pressed on an active link: %s; never without one, or on one that is closed",
  (phase, may) => {
    expect(mayTryAgain(phase, "active")).toBe(may);
    for (const status of [undefined, ...LINK_STATUSES.filter((status) => status !== "active")])
      expect(mayTryAgain(phase, status)).toBe(false);
  },
);
