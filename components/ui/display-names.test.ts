import { expect, it } from "vitest";
import { COUNTRY_NAMES, formatLanguage } from "./display-names";

it("a country is named in English", () => {
  expect(["PT", "GB"].map((code) => COUNTRY_NAMES.of(code))).toEqual(["Portugal", "United Kingdom"]);
});

it("names languages in English", () => {
  expect(["pt-BR", "de", "en-GB", "cs"].map(formatLanguage)).toEqual([
    "Brazilian Portuguese",
    "German",
    "British English",
    "Czech",
  ]);
});

it("names the language of a tag with extensions, which the API takes", () => {
  expect(["en-GB-u-hc-h12", "pt-x-shop"].map(formatLanguage)).toEqual(["British English", "Portuguese"]);
});
