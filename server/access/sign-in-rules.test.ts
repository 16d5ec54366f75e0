import { describe, expect, it } from "vitest";
import { hashCode, networkOf, newCode, normaliseCode, scopesOfRole, siteOf } from "./sign-in-rules";

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

describe("who asks, for the limit", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:ffff::2", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    [null, "unknown"],
  ])("%s is %s", (ip, requester) => {
    expect(networkOf(ip)).toBe(requester);
  });

  it("over all accounts is the address, or the /48 of IPv6", () => {
    expect(["2001:db8:0:1::7", "2001:db8::1:0:0:0:7", "203.0.113.7"].map(siteOf)).toEqual([
      "2001:db8:0::/48",
      "2001:db8:0::/48",
      "203.0.113.7",
    ]);
  });
});

it("lets an unknown role do nothing but read", () => {
  expect(scopesOfRole("someone")).toEqual(["read"]);
  expect(scopesOfRole("owner")).toEqual([]);
});
