import { describe, expect, it } from "vitest";
import {
  checksumOf,
  equalInConstantTime,
  hexChecksumOf,
  hmacSha256Hex,
  keyedHashes,
  newCheckedSecret,
  newHexSecret,
  newSecret,
  open,
  seal,
  sha256,
} from "./crypto";

describe("seal() and open()", () => {
  it("open a value for its own row only", () => {
    const sealed = seal("whsec_secret", "row-1");
    expect(open(sealed, "row-1")).toBe("whsec_secret");
    expect(() => open(sealed, "row-2")).toThrow();
  });

  it("refuse a changed byte", () => {
    const sealed = seal("x", "row");
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => open(changed, "row"), `byte ${at}`).toThrow();
    }
  });

  it("use a new nonce each time, and do not contain the text", () => {
    const [a, b] = [seal("whsec_secret", "row"), seal("whsec_secret", "row")];
    expect(Buffer.from(a).equals(Buffer.from(b))).toBe(false);
    expect(Buffer.from(a).includes("whsec_secret")).toBe(false);
  });
});

describe("secrets", () => {
  it("have a prefix and 256 random bits", () => {
    expect(newSecret("ptok_")).toMatch(/^ptok_[\w-]{43}$/);
    expect(newHexSecret("whsec_")).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(new Set(Array.from({ length: 1000 }, () => newSecret(""))).size).toBe(1000);
  });

  it("of integrators end with a checksum of everything before it", () => {
    for (let made = 0; made < 200; made += 1) {
      const token = newCheckedSecret("atok_");
      expect(token).toMatch(/^atok_[\w-]{43}[0-9A-Za-z]{6}$/);
      expect(token.slice(-6)).toBe(checksumOf(token.slice(0, -6)));
      expect(token.slice(-6)).not.toBe(checksumOf(token.slice(0, -6).replace("atok_", "rtok_")));
      const secret = newHexSecret("whsec_");
      expect(secret.slice(-8)).toBe(hexChecksumOf(secret.slice(0, -8)));
    }
  });

  it("use CRC-32 (check value cbf43926 for 123456789) in base62 with leading zeros", () => {
    expect(hexChecksumOf("123456789")).toBe("cbf43926");
    expect(checksumOf("123456789")).toBe("3jZRME");
    expect(checksumOf("")).toBe("000000");
  });

  it("of webhooks are valid base64 of 48 bytes for Standard Webhooks receivers", () => {
    const body = newHexSecret("whsec_").slice("whsec_".length);
    expect(Buffer.from(body, "base64")).toHaveLength(48);
    expect(Buffer.from(body, "base64").toString("base64")).toBe(body);
  });

  it("are compared in full", () => {
    expect(equalInConstantTime(sha256("a"), sha256("a"))).toBe(true);
    expect(equalInConstantTime(sha256("a"), sha256("b"))).toBe(false);
    expect(equalInConstantTime(sha256("a"), sha256("a").slice(1))).toBe(false);
  });

  it("are looked up by a keyed hash that differs by purpose", () => {
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
