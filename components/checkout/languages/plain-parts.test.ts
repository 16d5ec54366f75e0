import { describe, expect, test } from "vitest";
import { pollDelay, spokenMinutes } from "../browser/timing";
import { contentSecurityPolicy, pageHeaders } from "../headers";
import { amountPieces, amountText, canonicalLocale, timeLeft } from "./format";

describe("amounts have the format of the locale", () => {
  test.each([
    [7450, "EUR", { locale: "en-GB", exponent: 2 }, "€74.50"],
    [7450, "EUR", { locale: "de-DE", exponent: 2 }, "74,50\u00a0€"],
    // European Portuguese, as the texts, not Brazilian.
    [123_450, "EUR", { locale: "pt", exponent: 2 }, "1234,50\u00a0€"],
    [99_999_999_999, "CHF", { locale: "en-GB", exponent: 2 }, "CHF\u00a0999,999,999.99"],
    [1500, "ISK", { locale: "en-GB", exponent: 0 }, "ISK\u00a01,500"],
  ] as const)("%i %s", (amount, currency, format, text) => {
    expect(amountText(amount, currency, format)).toBe(text);
    const pieces = amountPieces(amount, currency, format);
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.filter((piece) => piece.isCurrency)).toHaveLength(1);
  });

  test("an invalid locale falls back to the next, then to English", () => {
    expect(canonicalLocale("en_GB")).toBe("en-GB");
    expect(canonicalLocale("!", "pt-PT")).toBe("pt-PT");
    expect(canonicalLocale(null, "x".repeat(99))).toBe("en");
  });

  test("a tag of an unknown region is read as its language, one of an unknown language as the next tag, then as English", () => {
    expect(amountText(7450, "EUR", { locale: canonicalLocale("de-ZZ"), exponent: 2 })).toBe("74,50\u00a0€");
    expect(canonicalLocale("tlh-Latn", "de")).toBe("de");
    expect(canonicalLocale("tlh", null)).toBe("en");
  });

  test("a locale with other digits gets the digits of its region", () => {
    expect(canonicalLocale("de-DE-u-nu-mathsans")).toBe("de-DE");
  });

  test("time left never goes below zero", () => {
    expect([872, 59.2, 0, -3].map(timeLeft)).toEqual(["14:32", "01:00", "00:00", "00:00"]);
  });
});

describe("content policy", () => {
  test("only the shop's own origins may frame, and invalid URLs are omitted", () => {
    const policy = contentSecurityPolicy({
      frameAncestors: [
        "https://shop.example/checkout",
        "https://shop.example",
        "javascript:alert(1)",
        "x; script-src *",
      ],
      formTargets: ["http://localhost:3000", null],
    });
    expect(policy).toContain("frame-ancestors https://shop.example");
    expect(policy.endsWith("frame-ancestors https://shop.example")).toBe(true);
    expect(policy).toContain("form-action 'self' http://localhost:3000;");
    expect(policy).toContain("default-src 'none'; script-src 'self';");
  });

  test("a page without origins cannot be framed, and no page is cached, indexed or sends a referrer", () => {
    const headers = pageHeaders({ frameAncestors: [], formTargets: [] });
    expect(headers["Content-Security-Policy"]).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    });
  });
});

describe("the script's measures", () => {
  test("polling slows down without changes, to ten seconds, and never below the server's interval", () => {
    const delays = [0, 1, 2, 3, 10].map((quiet) => Math.round(pollDelay(1_000, quiet)));
    expect(delays).toEqual([1_000, 1_400, 1_960, 2_744, 10_000]);
    expect(pollDelay(60_000, 5)).toBe(60_000);
  });

  test("five, two and one minutes are announced once each", () => {
    const said: (number | null)[] = [];
    for (let left = 400; left > 0; left -= 1) said.push(spokenMinutes(left + 1, left));
    expect(said.filter(Boolean)).toEqual([5, 2, 1]);
  });
});
