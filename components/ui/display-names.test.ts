import { expect, it } from "vitest";
import { COUNTRY_NAMES, formatLanguage } from "./display-names";

it("a country is named in English", () => {
  expect(["PT", "GB"].map((code) => COUNTRY_NAMES.of(code))).toEqual(["Portugal", "United Kingdom"]);
});

it("a language is named in English, with its region and without extensions", () => {
  expect(["cs", "pt-BR", "en-GB-u-hc-h12", "tlh"].map(formatLanguage)).toEqual([
    "Czech",
    "Brazilian Portuguese",
    "British English",
    "Klingon",
  ]);
});
