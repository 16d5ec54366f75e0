import { describe, expect, it } from "vitest";
import { actsFor, fits } from "./commands";

describe("the command menu", () => {
  it("finds what is typed by how its words begin, in any order", () => {
    expect(fits("pay li", "Payment links")).toBe(true);
    expect(fits("links pay", "Payment links")).toBe(true);
    expect(fits("ment", "Payment links")).toBe(false);
    expect(fits("", "Payment links")).toBe(true);
  });

  it("offers what somebody may do, and nothing that would be refused", () => {
    const all = actsFor(() => true, "", "console").map(({ words }) => words);
    const none = actsFor(() => false, "", "console").map(({ words }) => words);
    expect(all).toContain("New credential");
    expect(none).not.toContain("New credential");
    expect(none).toContain("Your sign-in and sessions");
  });

  it("offers the operator nothing that needs a merchant, and a merchant's people nothing of the operator's", () => {
    const [ours, theirs] = (["operator", "console"] as const).map((section) =>
      actsFor(() => true, "new", section).map(({ words }) => words),
    );
    expect(ours).toEqual(["New merchant", "New partner"]);
    expect(theirs).toEqual(["New payment link", "New credential", "New webhook endpoint"]);
  });
});
