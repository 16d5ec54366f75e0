import { createHash } from "node:crypto";
import type { Accent, Shade } from "../../server/merchants/accent";

/**
 * The merchant's colour as custom properties, for a style element of the page; null: our own stands. The colours were
 * checked before, and each is `#rrggbb`.
 */
export function accentStyle(accent: Accent | null): string | null {
  if (accent === null) return null;
  const both = (part: keyof Shade) => `light-dark(${accent.light[part]},${accent.dark[part]})`;
  return `:root{--brand:${both("ground")};--brand-ink:${both("ink")};--brand-soft:${both("soft")};--brand-hover:${both("hover")}}`;
}

/** What the content policy calls a style element by (CSP Level 3, "hash-source"). */
export function styleHash(css: string): string {
  return `'sha256-${createHash("sha256").update(css, "utf8").digest("base64")}'`;
}
