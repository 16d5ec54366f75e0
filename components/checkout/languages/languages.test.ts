import { describe, expect, test } from "vitest";
import { canonicalLocale, clockText, countryName, untilText } from "./format";
import { directionOf, LANGUAGES, languageName, languageOf, localeOf, withLanguage } from "./languages";
import { scriptMessages } from "./script-messages";
import { translatorFor } from "./translator";

const MIDNIGHT = new Date("2026-11-28T00:00:00Z");
const MORNING = new Date("2026-11-27T09:41:00Z");

describe("the language of a page follows from its locale", () => {
  test.each([
    ["en-GB", "en"],
    ["en_GB", "en"],
    ["de-AT", "de"],
    ["de-ZZ", "de"],
    ["DE", "de"],
    ["pt-BR", "pt"],
    ["hu-HU", "en"],
    ["tlh", "en"],
    ["!", "en"],
  ])("%s is read in %s", (tag, language) => {
    expect(languageOf(canonicalLocale(tag))).toBe(language);
  });

  test("dates and times have the format of the customer's region, in the page's language", () => {
    const dates = ["en-GB", "en-US", "en", "de-CH", "de-ZZ", "pt-BR", "fi", "hu-HU"].map((locale) =>
      untilText(MIDNIGHT, localeOf(locale)),
    );
    expect(dates).toEqual([
      "27 November 2026",
      "November 27, 2026",
      "27 November 2026",
      "27. November 2026",
      "27. November 2026",
      "27 de novembro de 2026",
      "27. marraskuuta 2026",
      "27 November 2026",
    ]);
    expect(["en-GB", "fi", "da"].map((locale) => clockText(MORNING, localeOf(locale)))).toEqual([
      "09:41 UTC",
      "09.41 UTC",
      "09.41 UTC",
    ]);
    expect(["en", "de", "cs"].map((language) => countryName("DE", language))).toEqual([
      "Germany",
      "Deutschland",
      "Německo",
    ]);
  });
});

describe("switching the language", () => {
  test("every language is named as its speakers name it", () => {
    expect(LANGUAGES.map(languageName)).toEqual([
      ...["English", "Deutsch", "Français", "Español", "Italiano", "Nederlands"],
      ...["Português", "Polski", "Svenska", "Dansk", "Suomi", "Čeština"],
    ]);
  });

  test("the region is kept", () => {
    expect([withLanguage("de-CH", "fr"), withLanguage("en", "fi"), withLanguage("zh-Hant-TW", "en")]).toEqual([
      "fr-CH",
      "fi",
      "en-TW",
    ]);
  });

  test("the twelve languages are left-to-right, and right-to-left is recognised", () => {
    expect(new Set(LANGUAGES.map(directionOf))).toEqual(new Set(["ltr"]));
    expect(["ar", "he-IL", "fa", "ur", "ar-XB", "ja"].map(directionOf)).toEqual([
      ...["rtl", "rtl", "rtl", "rtl", "rtl"],
      "ltr",
    ]);
  });
});

describe("the script's messages", () => {
  test("a form for each kind of number that its language has", () => {
    expect(scriptMessages(translatorFor("en")).found).toEqual({ one: "{n} bank found.", other: "{n} banks found." });
    expect(scriptMessages(translatorFor("pl")).found).toEqual({
      one: "Znaleziono {n} bank.",
      few: "Znaleziono {n} banki.",
      many: "Znaleziono {n} banków.",
    });
    expect(scriptMessages(translatorFor("pt")).minutes).toEqual({
      one: "Falta {n} minuto.",
      other: "Faltam {n} minutos.",
    });
    expect(scriptMessages(translatorFor("de")).left).toBe("noch {time}");
  });
});
