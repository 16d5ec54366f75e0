import type { Outputs } from "../../ui/queries";

export type Branding = Outputs["branding"]["get"];

/** Unsaved values; undefined: the saved value. */
export type Draft = {
  brandName?: string;
  /** As typed; empty: the default colour. */
  accent?: string;
  /** The version of the saved settings when the first change was typed. */
  version?: number;
};

/** A colour in the format of the browser's picker; null for an invalid colour. */
export function hexOf(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}

export const VIEWS = { frame: "Embedded", hosted: "Hosted page" } as const;
export const WIDTHS = { phone: "Phone", desktop: "Desktop" } as const;
export const THEMES = { light: "Light", dark: "Dark" } as const;
export const STATES = {
  choosing: "Bank",
  at_bank: "Waiting",
  paid: "Paid",
  refused: "Declined",
} as const;

/** The options of the preview. */
export type Look = {
  view: keyof typeof VIEWS;
  width: keyof typeof WIDTHS;
  theme: keyof typeof THEMES;
  state: keyof typeof STATES;
  locale: string;
};

/** Width of the preview's window in pixels: of a phone, a shop's column, a desktop. */
export function windowWidth({ view, width }: Look): number {
  if (view === "hosted") return width === "phone" ? 390 : 900;
  return width === "phone" ? 375 : 480;
}

/** The preview's address. `logo`: "none" and "new" replace the saved logo. */
export function previewAddress(
  merchantId: string,
  look: Look,
  { brandName, accent }: Draft,
  logo: "saved" | "none" | "new",
): string {
  const { view, theme, state, locale } = look;
  const query = new URLSearchParams({ merchant: merchantId, view, theme, state, locale });
  if (brandName !== undefined) query.set("name", brandName);
  const colour = accent === undefined || accent.trim() === "" ? accent?.trim() : hexOf(accent);
  if (colour !== undefined && colour !== null) query.set("accent", colour);
  if (logo !== "saved") query.set("logo", logo);
  return `/console/checkout/preview?${query}`;
}
