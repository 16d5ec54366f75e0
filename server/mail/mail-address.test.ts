import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailAddress } from "../lib/fields";
import { normaliseMailAddress, storedMailAddresses } from "./mail-address";

describe("a mail address", () => {
  it.each([
    [" Ines@Olaria.Example ", "ines@olaria.example"],
    ["o'brien+shop@x.example", "o'brien+shop@x.example"],
    ["a.b-c_d!#$%&*/=?^`{|}~@x.example", "a.b-c_d!#$%&*/=?^`{|}~@x.example"],
    ["José@x.example", "josé@x.example"],
    ["JOSE\u0301@x.example", "josé@x.example"],
    ["用户@例子.example", "用户@例子.example"],
    ["jane@EXÄMPLE.de", "jane@exämple.de"],
    ["jane@xn--exmple-cua.de", "jane@exämple.de"],
    ["jane@x。example", "jane@x.example"],
    // A Cyrillic "а" looks like a Latin one.
    ["jane@b\u0430nk.example", "jane@xn--bnk-6cd.example"],
    ["почта@почта.рф", "почта@почта.рф"],
    ["почта@x.example", "почта@x.example"],
    [`${"x".repeat(64)}@y.example`, `${"x".repeat(64)}@y.example`],
  ])("%s has the one form %s", (typed, form) => {
    expect(normaliseMailAddress(typed)).toBe(form);
    expect(normaliseMailAddress(form)).toBe(form);
  });

  it("of any characters that RFC 5321 allows is valid here and as a field of the API", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect([normaliseMailAddress(address), mailAddress.safeParse(address).success]).toEqual([
          address.toLowerCase(),
          true,
        ]);
      }),
    );
  });

  it.each([
    ["nothing", ""],
    ["no @", "ines"],
    ["no host", "ines@"],
    ["no local part", "@x.example"],
    ["a host without a dot", "ines@localhost"],
    ["an address literal", "ines@[127.0.0.1]"],
    ["a host that is an IP address", "ines@127.0.0.1"],
    ["a number written as a host", "ines@2130706433"],
    ["a host that ends with a dot", "ines@x.example."],
    ["a path after the host", "ines@x.example/y"],
    ["an escape in the host", "ines@%78.example"],
    ["a port", "ines@x.example:25"],
    ["a space", "a b@x.example"],
    ["a second address before it", "0,victim@x.example"],
    ["a second address after a semicolon", "a;victim@x.example"],
    ["an angle address", "x<victim@x.example>"],
    ["a comment", "(c)victim@x.example"],
    ["a group", "a:victim@x.example;"],
    ["a quoted local part", '"a b"@x.example'],
    ["letters of two scripts before the @", "j\u0430ne@x.example"],
    ["a backslash", "a\\b@x.example"],
    ["two @", "a@b@x.example"],
    ["a dot at the start", ".a@x.example"],
    ["two dots", "a..b@x.example"],
    ["a dot at the end", "a.@x.example"],
    ["a NUL", "a\u0000@x.example"],
    ["a line break", "a@x.example\r\nBcc: b@x.example"],
    ["a zero-width space", "vic\u200btim@x.example"],
    ["a direction mark", "vic\u202etim@x.example"],
    ["a local part of 65 octets", `${"x".repeat(65)}@y.example`],
    ["a local part of 33 letters in 66 octets", `${"é".repeat(33)}@y.example`],
    [
      "more than 254 octets",
      `a@${"x".repeat(60)}.${"x".repeat(60)}.${"x".repeat(60)}.${"x".repeat(60)}.${"x".repeat(20)}`,
    ],
  ])("with %s is refused", (_, typed) => expect(normaliseMailAddress(typed)).toBeNull());

  // The host's letters are 20,000 different ones; the marks of the local part are put in order when it is composed.
  it.each([
    ["an ignored mark 1,000 times", `jane@x${"\ufe00".repeat(1000)}.example`],
    [
      "20,000 letters in its host",
      `jane@${String.fromCodePoint(...Array.from({ length: 20_000 }, (_, at) => 0x4e00 + at))}`,
    ],
    ["20,000 marks before the @", `a${"\u0301\u0323".repeat(10_000)}@x.example`],
  ])("with %s is refused by its length, within 50 ms of processor time", (_, typed) => {
    const before = process.cpuUsage();
    expect([normaliseMailAddress(typed), storedMailAddresses(typed)]).toEqual([null, []]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(50);
  });
});
