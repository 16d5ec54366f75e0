import { createHash } from "node:crypto";
import type { Accent, Shade } from "../../server/merchants/accent";

type Brand = { logo: string | null; accent: Accent | null };

/**
 * What the page draws of a merchant's own, for a style element of it: its colour as custom properties, its logo as a
 * background, of which nothing is drawn where it does not come. Null: nothing of its own. The colours were checked before,
 * each is `#rrggbb`; the logo's address is ours.
 */
export function brandStyle({ logo, accent }: Brand): string | null {
  const rules = [accent && colours(accent), logo && `.logo{background-image:url(${logo})}`].filter(Boolean);
  return rules.length === 0 ? null : rules.join("");
}

function colours(accent: Accent): string {
  const both = (part: keyof Shade) => `light-dark(${accent.light[part]},${accent.dark[part]})`;
  return `:root{--brand:${both("ground")};--brand-ink:${both("ink")};--brand-soft:${both("soft")};--brand-hover:${both("hover")}}`;
}

/** What the content policy calls a style element by (CSP Level 3, "hash-source"). */
export function styleHash(css: string): string {
  return `'sha256-${createHash("sha256").update(css, "utf8").digest("base64")}'`;
}
