import { expect, it } from "vitest";
import { discrepancyKeys } from "./discrepancy-labels";

it("discrepancies of one kind of one payment have different keys, which another discrepancy before them does not change", () => {
  const protocol = { kind: "exception_protocol", subjectId: "p1" } as const;
  const [first, second] = discrepancyKeys([protocol, protocol]);
  expect(first).not.toBe(second);
  const other = { kind: "unknown_outcome", subjectId: "p1" } as const;
  expect(discrepancyKeys([other, protocol, protocol]).slice(1)).toEqual([first, second]);
});
