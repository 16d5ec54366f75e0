import { expect, it } from "vitest";
import { closedLinkMessage, formatViews } from "./link-labels";

it("counts views", () => {
  expect([0, 1, 2].map(formatViews)).toEqual(["0 views", "1 view", "2 views"]);
});

it("says of an expired or cancelled link that a started payment can still complete", () => {
  expect(closedLinkMessage("active")).toBe("");
  expect(closedLinkMessage("used")).toContain("is paid");
  for (const status of ["expired", "cancelled"]) expect(closedLinkMessage(status)).toContain("can still complete");
});
