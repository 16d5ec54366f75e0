import { describe, expect, it } from "vitest";
import { hashCode, newCode, normaliseCode, scopesOfRole, sessionEndOf } from "./sign-in-rules";

describe("a code", () => {
  it("has six characters that are not easily confused", () => {
    for (let count = 0; count < 500; count++) expect(newCode()).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
  });

  it("is accepted in lower case and with spaces", () => {
    expect(normaliseCode(" k7p-q2m ")).toBe("K7PQ2M");
  });

  it("is stored bound to its challenge and its key", () => {
    const hash = hashCode("key", "challenge", "K7PQ2M");
    expect(hash).not.toEqual(hashCode("key", "another", "K7PQ2M"));
    expect(hash).not.toEqual(hashCode("another", "challenge", "K7PQ2M"));
  });
});

it("a session that is gone is expired after its end, and ended before it", () => {
  const at = new Date("2026-11-23T12:00:00Z");
  expect(["2026-11-23T12:00:00Z", "2026-11-23T12:00:00.001Z", "x"].map((end) => sessionEndOf(end, at))).toEqual([
    "expired",
    "ended",
    null,
  ]);
});

it("an unknown role may only read", () => {
  expect(scopesOfRole("someone")).toEqual(["read"]);
  expect(scopesOfRole("owner")).toEqual([]);
});
