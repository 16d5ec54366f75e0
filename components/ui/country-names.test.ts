import { expect, it } from "vitest";
import { COUNTRY_NAMES } from "./country-names";

it("a country is named in English", () => {
  expect(["PT", "GB"].map((code) => COUNTRY_NAMES.of(code))).toEqual(["Portugal", "United Kingdom"]);
});
