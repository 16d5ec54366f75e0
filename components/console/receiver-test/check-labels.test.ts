import { describe, expect, it } from "vitest";
import { receiverTestLabel } from "./check-labels";

describe("the result of a receiver test in a list", () => {
  const score = { passed: 11, failed: 0, look: 2, leftOut: 0 };
  it.each([
    [{ state: "running", score: null, reason: null }, "Running", ""],
    [{ state: "unfinished", score: null, reason: "The URL was changed." }, "Not finished", "The URL was changed."],
    [{ state: "finished", score, reason: null }, "None failed", "11 passed, 2 to check"],
    [
      { state: "finished", score: { passed: 6, failed: 1, look: 0, leftOut: 5 }, reason: null },
      "1 failed",
      "6 passed, 5 skipped",
    ],
  ] as const)("%j", (receiverTest, word, more) =>
    expect(receiverTestLabel(receiverTest)).toMatchObject({ word, more }),
  );
});
