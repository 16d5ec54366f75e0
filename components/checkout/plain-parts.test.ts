import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pollDelay, spokenTime } from "./browser/timing";
import { amountPieces, amountText, canonicalLocale, timeLeft } from "./format";
import { contentPolicy, pageHeaders } from "./headers";
import { pickerOf } from "./markets";
import { hueOf, lettersOf } from "./monogram";
import { fold, matches } from "./search";
import { sampleBanks } from "./testing/sample-page";

describe("amounts are written as the shopper reads them", () => {
  test.each([
    [7450, "EUR", { locale: "en-GB", exponent: 2 }, "€74.50"],
    [7450, "EUR", { locale: "de-DE", exponent: 2 }, "74,50\u00a0€"],
    [99_999_999_999, "CHF", { locale: "en-GB", exponent: 2 }, "CHF\u00a0999,999,999.99"],
    [1500, "ISK", { locale: "en-GB", exponent: 0 }, "ISK\u00a01,500"],
  ] as const)("%i %s", (amount, currency, format, text) => {
    expect(amountText(amount, currency, format)).toBe(text);
    const pieces = amountPieces(amount, currency, format);
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.filter((piece) => piece.isCurrency)).toHaveLength(1);
  });

  test("a locale that is none falls to the next, then to English", () => {
    expect(canonicalLocale("en_GB")).toBe("en-GB");
    expect(canonicalLocale("!", "pt-PT")).toBe("pt-PT");
    expect(canonicalLocale(null, "x".repeat(99))).toBe("en");
  });

  test("a tag of an unknown region is read as its language, one of an unknown language as the next tag, then as English", () => {
    expect(amountText(7450, "EUR", { locale: canonicalLocale("de-ZZ"), exponent: 2 })).toBe("74,50\u00a0€");
    expect(canonicalLocale("tlh-Latn", "de")).toBe("de");
    expect(canonicalLocale("tlh", null)).toBe("en");
  });

  test("time left never goes below zero", () => {
    expect([872, 59.2, 0, -3].map(timeLeft)).toEqual(["14:32", "01:00", "00:00", "00:00"]);
  });
});

describe("monograms", () => {
  test.each([
    ["Millennium bcp", "MB", 6],
    ["Caixa Geral de Depósitos", "CG", 3],
    ["Santander", "Sa", 11],
    ["novobanco", "No", 4],
    ["BPI", "BPI", 10],
    ["Crédito Agrícola", "CA", 11],
    ["Bank of Ireland", "BI", 3],
  ])("%s", (name, letters, hue) => {
    expect(lettersOf(name)).toBe(letters);
    if (name !== "Bank of Ireland") expect(hueOf(name)).toBe(hue);
  });

  test("any name has one to four letters and one of twelve hues", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect([...lettersOf(name).normalize("NFC")].length).toBeGreaterThan(0);
        expect(hueOf(name)).toBeLessThan(12);
      }),
    );
  });
});

describe("search and market", () => {
  test("a bank is found by name or BIC, with or without its marks", () => {
    const keys = fold("Česká spořitelna a.s. GIBACZPX");
    for (const query of ["ceska", "ČESKÁ", "sporit ceska", "gibaczpx", "c"]) expect(matches(query, keys)).toBe(true);
    for (const query of ["raiffeisen", "z", "ceska x"]) expect(matches(query, keys)).toBe(false);
  });

  const wish = { country: null, shopper: null, merchant: "PT", query: "", bankId: null, showAll: false };
  test("the shopper's country, else the merchant's, else the largest market", () => {
    expect(pickerOf(sampleBanks(), { ...wish, shopper: "DE" }).country).toBe("DE");
    expect(pickerOf(sampleBanks(), wish).country).toBe("PT");
    expect(pickerOf(sampleBanks(), { ...wish, merchant: "SE" }).country).toBe("PT");
    expect(pickerOf(sampleBanks(), { ...wish, country: "de", shopper: "PT" }).country).toBe("DE");
  });

  test("a name that is not in this market is offered where it is known", () => {
    const picker = pickerOf(sampleBanks(), { ...wish, query: "muller" });
    expect(picker.banks).toEqual([]);
    expect(picker.elsewhere.map((bank) => bank.displayName)).toEqual(["Müller Bank"]);
  });

  test("banks that are down come last, here and elsewhere, and are never chosen", () => {
    const banks = sampleBanks(3).map((bank, index) => ({
      ...bank,
      down: index === 0 || bank.displayName.startsWith("M"),
    }));
    const names = (list: { displayName: string }[]) => list.map(({ displayName }) => displayName);
    const [first] = banks;
    const picker = pickerOf(banks, { ...wish, bankId: first?.id ?? null });
    expect(names(picker.banks)).toEqual(["Banco Ribeira 2", "Banco Ribeira 3", "Banco Ribeira 1"]);
    expect([picker.selectedId, picker.country]).toEqual([null, "PT"]);
    const bankId = banks[1]?.id ?? null;
    expect(pickerOf(banks, { ...wish, bankId }).selectedId).toBe(bankId);
    const both = banks.map((bank) => ({ ...bank, name: bank.market === "DE" ? "Alpen" : bank.name }));
    expect(names(pickerOf(both, { ...wish, query: "alpen" }).elsewhere)).toEqual(["Česká", "Müller Bank"]);
  });

  test("a bank pressed in another country's hits brings its country and is chosen", () => {
    const bankId = sampleBanks().find((bank) => bank.market === "DE")?.id ?? null;
    expect(pickerOf(sampleBanks(), { ...wish, country: "PT", bankId })).toMatchObject({
      country: "DE",
      selectedId: bankId,
    });
  });
});

describe("content policy", () => {
  test("only the shop's own origins may frame, and what is no address is left out", () => {
    const policy = contentPolicy({
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

  test("nobody frames a page without origins, and no page is kept, indexed or referred from", () => {
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
  test("asking slows down while nothing is new, to ten seconds, and never below the server's measure", () => {
    const delays = [0, 1, 2, 3, 10].map((quiet) => Math.round(pollDelay(1_000, quiet)));
    expect(delays).toEqual([1_000, 1_400, 1_960, 2_744, 10_000]);
    expect(pollDelay(60_000, 5)).toBe(60_000);
  });

  test("a screen reader hears of five, two and one minutes, once each", () => {
    const said: string[] = [];
    for (let left = 400; left > 0; left -= 1) said.push(spokenTime(left + 1, left) ?? "");
    expect(said.filter(Boolean)).toEqual(["5 minutes left.", "2 minutes left.", "1 minute left."]);
  });
});
