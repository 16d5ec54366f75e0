import { describe, expect, it } from "vitest";
import { hashCode, newCode, normaliseCode, scopesOfRole, sessionEndOf } from "./sign-in-rules";

describe("a code", () => {
  it("is six characters that are not mistaken for one another", () => {
    for (let count = 0; count < 500; count++) expect(newCode()).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
  });

  it("is read as people type it", () => {
    expect(normaliseCode(" k7p-q2m ")).toBe("K7PQ2M");
  });

  it("is stored bound to its challenge and its key", () => {
    const hash = hashCode("key", "challenge", "K7PQ2M");
    expect(hash).not.toEqual(hashCode("key", "another", "K7PQ2M"));
    expect(hash).not.toEqual(hashCode("another", "challenge", "K7PQ2M"));
  });
});

it("says whether a session that is gone was over, or was ended before", () => {
  const at = new Date("2026-11-23T12:00:00Z");
  expect(["2026-11-23T12:00:00Z", "2026-11-23T12:00:00.001Z", "x"].map((end) => sessionEndOf(end, at))).toEqual([
    "expired",
    "ended",
    null,
  ]);
});

it("lets an unknown role do nothing but read", () => {
  expect(scopesOfRole("someone")).toEqual(["read"]);
  expect(scopesOfRole("owner")).toEqual([]);
});
