/** Colours in sRGB and OKLCH (CSS Color 4, §9), and their contrast (WCAG 2.2). */

/** Red, green and blue of sRGB, gamma-encoded, 0 to 1. */
type Rgb = readonly [number, number, number];
/** Lightness 0 to 1, chroma 0 to about 0.4, hue in degrees. */
type Oklch = { l: number; c: number; h: number };

const LINEAR_BELOW = 0.04045;
const CHROMA_STEPS = 12;

/** Parses `#1a6b4f`, which was validated before. */
function rgbOf(hex: string): Rgb {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

/** Rounds to eight bits a channel, as `#rrggbb`. */
function hexOf(rgb: Rgb): string {
  const digits = rgb.map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255));
  return `#${digits.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

const toLinear = (part: number) => (part <= LINEAR_BELOW ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(toLinear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(rgbOf(one)), luminance(rgbOf(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

type Lab = readonly [l: number, a: number, b: number];

// Björn Ottosson, "A perceptual color space for image processing" (2020): the matrices of CSS Color 4.
function labOf(rgb: Rgb): Lab {
  const [r, g, b] = rgb.map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgbOfLab([lightness, a, b]: Lab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** A colour in OKLCH, where lightness can change without the hue. */
export function oklchOf(hex: string): Oklch {
  const [l, a, b] = labOf(rgbOf(hex));
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI };
}

function rgbOfLch({ l, c, h }: Oklch): Rgb {
  const angle = (h * Math.PI) / 180;
  return rgbOfLab([l, c * Math.cos(angle), c * Math.sin(angle)]);
}

const EIGHT_BIT_SLACK = 0.5 / 255;
const isShown = (rgb: Rgb) => rgb.every((part) => part >= -EIGHT_BIT_SLACK && part <= 1 + EIGHT_BIT_SLACK);

/** As `#rrggbb`; a colour outside sRGB loses chroma until it fits, and keeps lightness and hue. */
export function hexOfOklch(colour: Oklch): string {
  if (isShown(rgbOfLch(colour))) return hexOf(rgbOfLch(colour));
  let [shown, tooMuch] = [0, colour.c];
  for (let step = 0; step < CHROMA_STEPS; step++) {
    const c = (shown + tooMuch) / 2;
    if (isShown(rgbOfLch({ ...colour, c }))) shown = c;
    else tooMuch = c;
  }
  return hexOf(rgbOfLch({ ...colour, c: shown }));
}

/** Mixes `share` (0 to 1) of the second into the first in OKLab: `color-mix(in oklab, ...)`. */
export function mix(first: string, second: string, share: number): string {
  const [one, other] = [labOf(rgbOf(first)), labOf(rgbOf(second))];
  const at = (index: 0 | 1 | 2) => one[index] * (1 - share) + other[index] * share;
  return hexOf(rgbOfLab([at(0), at(1), at(2)]));
}
