import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { catalogueBanks } from "../../../server/banks/catalogue";
import { INKS, markOf, SHAPES } from "./bank-mark";
import marks from "./marks.json";
import { lettersOf } from "./monogram";

describe("letters of a name", () => {
  test.each([
    ["Millennium bcp", "MB"],
    ["Caixa Geral de Depósitos", "CG"],
    ["Santander", "Sa"],
    ["novobanco", "No"],
    ["BPI", "BP"],
    ["Crédito Agrícola", "CA"],
    ["Bank of Ireland", "BI"],
    ["4711", "47"],
  ])("%s: %s", (name, letters) => {
    expect(lettersOf(name)).toBe(letters);
  });

  test("any name, has one or two letters, one of the inks and one of the shapes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const { letters, ink, shape } = markOf(null, name);
        expect([...letters.normalize("NFC")].length).toBeGreaterThan(0);
        expect(INKS[ink]).toBeDefined();
        expect(SHAPES[shape]).toBeDefined();
        expect(markOf(null, name)).toEqual({ letters, ink, shape });
      }),
    );
  });
});

type Known = { market: string; displayName: string; letters: string; ink: number; shape: number };
const known = (): Known[] => catalogueBanks().map((bank) => ({ ...bank, ...markOf(bank.id, bank.displayName) }));

/** Pairs of banks of one market that a shopper could confuse. */
function confusions(banks: Known[]): string[] {
  const found: string[] = [];
  for (const [at, one] of banks.entries())
    for (const other of banks.slice(at + 1)) {
      if (one.market !== other.market) continue;
      const names = `${one.market}: ${one.displayName}, ${other.displayName}`;
      if (one.letters.toLowerCase() === other.letters.toLowerCase()) found.push(`${names} share letters`);
      if (one.ink === other.ink && one.shape === other.shape) found.push(`${names} share ink and shape`);
    }
  return found;
}

/** Relative luminance of #rrggbb (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const LETTERS: Record<string, string> = { light: "#ffffff", dark: "#1a211d" };
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

describe("stored marks", () => {
  test("every bank of the catalogue, has a stored mark of two letters, a known ink and a known shape", () => {
    const ids = catalogueBanks().map(({ id }) => id);
    expect(Object.keys(marks.marks).sort()).toEqual([...ids].sort());
    for (const { letters, ink, shape } of known()) {
      expect(letters).toMatch(/^[\p{L}\p{N}]{2}$/u);
      expect([INKS[ink], SHAPES[shape]]).not.toContain(undefined);
    }
  });

  test("two banks of one market, share neither letters nor ink and shape", () => {
    expect(confusions(known())).toEqual([]);
  });

  test("control: marks computed from names alone, are confused", () => {
    const computed = catalogueBanks().map((bank) => ({ ...bank, ...markOf(null, bank.displayName) }));
    expect(confusions(computed).length).toBeGreaterThan(0);
  });

  test("letters on every ink, have a contrast of 4.5:1 at least", () => {
    expect(INKS).toHaveLength(24);
    for (const { name, ground, letters } of INKS)
      expect(contrast(ground, LETTERS[letters] ?? ground), name).toBeGreaterThanOrEqual(4.5);
  });
});
