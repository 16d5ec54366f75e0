import { describe, expect, it } from "vitest";
import {
  hashCode,
  MAX_CODES_PER_SITE,
  newCode,
  normaliseCode,
  normaliseEmail,
  requesterOf,
  scopesOfRole,
} from "./sign-in-rules";

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
    expect(requesterOf(ip).own.address).toBe(requester);
  });
});

describe("the site of who asks", () => {
  it("is the /48 of IPv6, which bounds what one can ask for from many networks; IPv4 has none", () => {
    expect(requesterOf("2001:db8:0:1::7").site).toEqual({ address: "2001:db8:0::/48", max: MAX_CODES_PER_SITE });
    expect(requesterOf("2001:db8::1:0:0:0:7").site?.address).toBe("2001:db8:0::/48");
    expect(requesterOf("203.0.113.7").site).toBeNull();
  });
});

describe("a mail address", () => {
  it("is found in any case", () => expect(normaliseEmail(" Ines@Olaria.Example ")).toBe("ines@olaria.example"));
  it.each(["", "ines", "ines@", "a b@c", `${"x".repeat(250)}@y.example`, "a\u0000@b"])("is refused: %j", (text) => {
    expect(normaliseEmail(text)).toBeNull();
  });
});

it("lets an unknown role do nothing but read", () => {
  expect(scopesOfRole("someone")).toEqual(["read"]);
  expect(scopesOfRole("owner")).toEqual([]);
});
