import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import { projectRoot } from "../../test/code-rules/files";
import {
  accentOf,
  adviseAccent,
  checkAccent,
  isLegible,
  MIN_EDGE_CONTRAST,
  MIN_TEXT_CONTRAST,
  PAGES,
  THEMES,
} from "./accent";
import { contrast, hexOfOklch, oklchOf } from "./colour";

const RUNS = sizeOf("colours");
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("contrast", () => {
  // By definition 21 between black and white; the others are widely quoted values.
  it.each([
    ["#000000", "#ffffff", "21.00"],
    ["#777777", "#ffffff", "4.48"],
    ["#767676", "#ffffff", "4.54"],
    ["#ff0000", "#ffffff", "4.00"],
    ["#0000ff", "#ffffff", "8.59"],
  ])("of %s and %s is %s", (one, other, ratio) => {
    expect(contrast(one, other).toFixed(2)).toBe(ratio);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it("is unchanged by a conversion to OKLCH and back", () => {
    fc.assert(
      fc.property(colour, (hex) => hexOfOklch(oklchOf(hex)) === hex),
      { numRuns: RUNS },
    );
  });
});

describe("a merchant's colour", () => {
  it("is legible in both themes, for random colours", () => {
    fc.assert(
      fc.property(colour, (hex) => {
        const accent = accentOf(hex);
        return THEMES.every((theme) => isLegible(accent[theme], theme));
      }),
      { numRuns: RUNS },
    );
  });

  it("control: most given colours fail without the rule", () => {
    const asGiven = (hex: string) => THEMES.every((theme) => accentOf(hex)[theme].ground === hex);
    const kept = fc.sample(colour, { numRuns: 1_000, seed: 7 }).filter(asGiven);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(900);
  });

  it("keeps its hue where its lightness is adjusted, and is adjusted no more than needed", () => {
    fc.assert(
      fc.property(colour, (hex) => {
        const own = oklchOf(hex);
        for (const { theme, shade, kept } of adviseAccent(hex)) {
          if (kept) continue;
          const drawn = oklchOf(shade.ground);
          const turned = Math.abs(((drawn.h - own.h + 540) % 360) - 180);
          // Greys have no hue, and eight bits represent that of dark colours roughly.
          if (drawn.c > 0.04 && own.c > 0.04) expect(turned).toBeLessThan(8);
          expect(theme === "light" ? drawn.l < own.l + 0.003 : drawn.l > own.l - 0.003).toBe(true);
          // Slightly less adjustment fails.
          const back = { ...own, l: drawn.l + (theme === "light" ? 0.02 : -0.02) };
          const less = hexOfOklch(back);
          const edges = [contrast(less, PAGES[theme].surface), contrast(less, shade.soft)];
          expect(Math.min(...edges)).toBeLessThan(MIN_EDGE_CONTRAST + 0.15);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("is reported with its ratios: a yellow is adjusted on white, and unchanged in the dark theme", () => {
    const [light, dark] = adviseAccent("#FFDD00");
    expect(light).toMatchObject({ theme: "light", kept: false, ownRatio: expect.closeTo(1.35, 2) });
    expect(light?.ratio).toBeGreaterThanOrEqual(MIN_EDGE_CONTRAST);
    expect(light?.inkRatio).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
    expect(dark).toMatchObject({ theme: "dark", kept: true, shade: { ground: "#ffdd00", ink: "#000000" } });
  });

  it.each([
    ["#1a6b4f", "#1a6b4f"],
    ["1A6B4F", "#1a6b4f"],
    [" #2af ", "#22aaff"],
  ])("is read from %j as %s", (given, hex) => expect(checkAccent(given)).toBe(hex));

  it.each(["", "#", "green", "#12345", "#1234567", "#12345g", "red;}body{display:none", "#1a6b4f\u0000"])(
    "is not read from %j",
    (given) => {
      const errors = [{ field: "accent", message: expect.any(String) }];
      expect(() => checkAccent(given)).toThrow(expect.objectContaining({ metadata: { errors } }));
    },
  );
});

it("the surfaces that colours are checked against are those of the style sheet", () => {
  const css = readFileSync(path.join(projectRoot, "components/tokens.css"), "utf8");
  const both = (name: string) => {
    const [, light = "", dark = ""] =
      new RegExp(`--${name}: light-dark\\((oklch\\([^)]+\\)), (oklch\\([^)]+\\))\\)`).exec(css) ?? [];
    const hex = (value: string) => {
      const [l = 0, c = 0, h = 0] = (value.match(/[\d.]+/g) ?? []).map(Number);
      return hexOfOklch({ l, c, h });
    };
    return { light: hex(light), dark: hex(dark) };
  };
  expect(both("surface")).toEqual({ light: PAGES.light.surface, dark: PAGES.dark.surface });
  expect(both("ink-2")).toEqual({ light: PAGES.light.quietText, dark: PAGES.dark.quietText });
});
