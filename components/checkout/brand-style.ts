import { createHash } from "node:crypto";
import type { Accent, Shade } from "../../server/merchants/branding/accent";

type Brand = { logo: string | null; accent: Accent | null };

/**
 * CSS of a merchant's branding, for one style element: the colour as custom properties, the logo as a background, which
 * stays empty if the image fails to load. Null without branding. The colours are validated `#rrggbb`; the logo's
 * address is on our origin.
 */
export function brandStyle({ logo, accent }: Brand): string | null {
  const rules = [accent && colours(accent), logo && `.logo{background-image:url(${logo})}`].filter(Boolean);
  return rules.length === 0 ? null : rules.join("");
}

function colours(accent: Accent): string {
  const both = (part: keyof Shade) => `light-dark(${accent.light[part]},${accent.dark[part]})`;
  return `:root{--brand:${both("ground")};--brand-ink:${both("ink")};--brand-soft:${both("soft")};--brand-hover:${both("hover")}}`;
}

/** The hash of a style element for the content policy (CSP Level 3, "hash-source"). */
export function styleHash(css: string): string {
  return `'sha256-${createHash("sha256").update(css, "utf8").digest("base64")}'`;
}
