import { describe, expect, it } from "vitest";
import { actsFor, fits } from "./commands";

describe("the command menu", () => {
  it("matches the beginnings of words, in any order", () => {
    expect(fits("pay li", "Payment links")).toBe(true);
    expect(fits("links pay", "Payment links")).toBe(true);
    expect(fits("ment", "Payment links")).toBe(false);
    expect(fits("", "Payment links")).toBe(true);
  });

  it("offers only commands that the user may run", () => {
    const all = actsFor(() => true, "", "console").map(({ words }) => words);
    const none = actsFor(() => false, "", "console").map(({ words }) => words);
    expect(all).toContain("New API key");
    expect(none).not.toContain("New API key");
    expect(none).toContain("Security and sessions");
  });

  it("offers each section its own commands only", () => {
    const [ours, theirs] = (["operator", "console"] as const).map((section) =>
      actsFor(() => true, "new", section).map(({ words }) => words),
    );
    expect(ours).toEqual(["New merchant", "New partner"]);
    expect(theirs).toEqual(["New payment link", "New API key", "New webhook endpoint"]);
  });
});
