import { domainToASCII } from "node:url";
import { describe, expect, it } from "vitest";
import { readableHost } from "./readable-host";

describe("a host", () => {
  it.each([
    "exämple.de",
    "почта.рф",
    "παράδειγμα.ελ",
    "例え.jp",
    "한국.kr",
    "例子.中国",
    "shop-24.example",
    "مثال.مصر",
  ])("of one script is shown in its own letters: %s", (host) => expect(readableHost(domainToASCII(host))).toBe(host));

  it.each(["bаnk.example", "аррӏе.com", "gοοgle.com", "а.ελ", "ex\u0430mple.de", "ѕhop.example"])(
    "with letters of several scripts is shown in ASCII: %s",
    (host) => {
      const ascii = domainToASCII(host);
      expect(ascii).toMatch(/xn--/);
      expect(readableHost(ascii)).toBe(ascii);
    },
  );
});
