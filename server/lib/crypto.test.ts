import { describe, expect, it } from "vitest";
import { equalInConstantTime, hmacSha256Hex, keyedHashes, newHexSecret, newSecret, open, seal, sha256 } from "./crypto";

describe("sealing", () => {
  it("opens for the same row, and only for it", () => {
    const sealed = seal("whsec_secret", "row-1");
    expect(open(sealed, "row-1")).toBe("whsec_secret");
    expect(() => open(sealed, "row-2")).toThrow();
  });

  it("refuses any changed byte", () => {
    const sealed = seal("x", "row");
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => open(changed, "row"), `byte ${at}`).toThrow();
    }
  });

  it("never seals the same text to the same bytes, and does not hold it", () => {
    const [a, b] = [seal("whsec_secret", "row"), seal("whsec_secret", "row")];
    expect(Buffer.from(a).equals(Buffer.from(b))).toBe(false);
    expect(Buffer.from(a).includes("whsec_secret")).toBe(false);
  });
});

describe("secrets", () => {
  it("are 256 random bits behind their prefix", () => {
    expect(newSecret("ptok_")).toMatch(/^ptok_[\w-]{43}$/);
    expect(newHexSecret("whsec_")).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(new Set(Array.from({ length: 1000 }, () => newSecret(""))).size).toBe(1000);
  });

  it("are compared whole", () => {
    expect(equalInConstantTime(sha256("a"), sha256("a"))).toBe(true);
    expect(equalInConstantTime(sha256("a"), sha256("b"))).toBe(false);
    expect(equalInConstantTime(sha256("a"), sha256("a").slice(1))).toBe(false);
  });

  it("are found again by a hash that nobody makes without the key, and that two uses do not share", () => {
    const [hash] = keyedHashes("PT50000201231234567890154", "one use");
    expect(hash).toEqual(keyedHashes("PT50000201231234567890154", "one use")[0]);
    expect(hash).not.toEqual(keyedHashes("PT50000201231234567890154", "another use")[0]);
    expect(hash).not.toEqual(sha256("PT50000201231234567890154"));
  });

  it("HMAC-SHA256 agrees with RFC 4231, test case 2", () => {
    const expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    expect(hmacSha256Hex("Jefe", "what do ya want for nothing?")).toBe(expected);
  });
});
