import { invalidField } from "../../lib/errors";
import { contrast, hexOfOklch, mix, oklchOf } from "./colour";

/** A merchant's colour in one theme; each value is `#rrggbb`. */
export type Shade = {
  /** The background of the button and of the checked radio. */
  ground: string;
  /** The text on it. */
  ink: string;
  /** The background of the checked row. */
  soft: string;
  /** The button's background on hover. */
  hover: string;
};

/** A merchant's colour, legible in both themes of the checkout. */
export type Accent = { light: Shade; dark: Shade };

export const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** Text on its background (WCAG 2.2, 1.4.3). */
export const MIN_TEXT_CONTRAST = 4.5;
/** A control on its background (WCAG 2.2, 1.4.11). */
export const MIN_EDGE_CONTRAST = 3;

/**
 * The backgrounds and text colours next to the accent: `--surface` and `--ink-2` of components/tokens.css in sRGB,
 * which a test compares. `softShare`: the share of the accent in the checked row.
 */
export const PAGES = {
  light: { surface: "#ffffff", quietText: "#4b5551", softShare: 0.09 },
  dark: { surface: "#131916", quietText: "#adafa8", softShare: 0.14 },
} as const satisfies Record<Theme, { surface: string; quietText: string; softShare: number }>;

const INKS = { white: "#ffffff", black: "#000000" };
const HOVER_SHARE = 0.14;
const LIGHTNESS_STEPS = 14;

// Black or white always reaches 4.5:1: the worst background has 4.58:1 with both.
function shadeOf(ground: string, theme: Theme): Shade {
  const isWhite = contrast(INKS.white, ground) >= MIN_TEXT_CONTRAST;
  const { surface, softShare } = PAGES[theme];
  return {
    ground,
    ink: isWhite ? INKS.white : INKS.black,
    soft: mix(surface, ground, softShare),
    // Away from the text's colour, which increases the contrast.
    hover: mix(ground, isWhite ? INKS.black : INKS.white, HOVER_SHARE),
  };
}

/** Whether all elements of the checkout in this shade have enough contrast in that theme. */
export function isLegible({ ground, ink, soft, hover }: Shade, theme: Theme): boolean {
  const { surface, quietText } = PAGES[theme];
  const texts = [contrast(ink, ground), contrast(ink, hover), contrast(quietText, soft)];
  const edges = [contrast(ground, surface), contrast(ground, soft)];
  return texts.every((ratio) => ratio >= MIN_TEXT_CONTRAST) && edges.every((ratio) => ratio >= MIN_EDGE_CONTRAST);
}

/** The colour itself where it is legible; otherwise darker (in the dark theme lighter) by as little as necessary. */
function nearestShade(hex: string, theme: Theme): Shade {
  const own = shadeOf(hex, theme);
  if (isLegible(own, theme)) return own;
  const colour = oklchOf(hex);
  // Black on the light surface and white on the dark one are legible, so the search has exactly one boundary.
  let [good, bad] = [theme === "light" ? 0 : 1, colour.l];
  for (let step = 0; step < LIGHTNESS_STEPS; step++) {
    const l = (good + bad) / 2;
    if (isLegible(shadeOf(hexOfOklch({ ...colour, l }), theme), theme)) good = l;
    else bad = l;
  }
  return shadeOf(hexOfOklch({ ...colour, l: good }), theme);
}

const MAX_REMEMBERED = 1_000;
// Cached, because a calculation takes a third of a millisecond and every refresh of an open page needs one.
const remembered = new Map<string, Accent>();

/** The checkout's shades of a merchant's `#rrggbb`. */
export function accentOf(hex: string): Accent {
  const known = remembered.get(hex);
  if (known) return known;
  const accent = { light: nearestShade(hex, "light"), dark: nearestShade(hex, "dark") };
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(hex, accent);
  return accent;
}

export type AccentAdvice = {
  theme: Theme;
  shade: Shade;
  /** The background under it. */
  surface: string;
  /** Whether the merchant's own colour is used; false: replaced by a shade with enough contrast. */
  kept: boolean;
  /** Contrast of the merchant's own colour, and of the shade, with the page; the minimum is 3. */
  ownRatio: number;
  ratio: number;
  /** Contrast of the button's text; the minimum is 4.5. */
  inkRatio: number;
}[];

/** The result of a colour in each theme, for the user who chooses it. @throws AppError VALIDATION_ERROR */
export function adviseAccent(given: string): AccentAdvice {
  const hex = checkAccent(given);
  const accent = accentOf(hex);
  return THEMES.map((theme) => {
    const shade = accent[theme];
    const { surface } = PAGES[theme];
    const ratio = contrast(shade.ground, surface);
    const inkRatio = contrast(shade.ink, shade.ground);
    const ownRatio = contrast(hex, surface);
    return { theme, shade, surface, kept: shade.ground === hex, ownRatio, ratio, inkRatio };
  });
}

/** Normalises `#1a6b4f`, `1A6B4F` or `#2af` to `#rrggbb`. @throws AppError VALIDATION_ERROR on `accent` */
export function checkAccent(given: string): string {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(given.trim())?.[1]?.toLowerCase();
  if (digits === undefined) throw invalidField("accent", "a colour such as #1a6b4f: six digits from 0 to f");
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}
