import type { Outputs } from "../queries";

export type Branding = Outputs["branding"]["get"];

/** A logo that was chosen on this page and not sent: its bytes, and an address that this page alone can draw. */
export type ChosenLogo = { blob: Blob; url: string };

/** What was typed and is not saved; undefined: as it is saved. */
export type Draft = {
  brandName?: string;
  /** As typed; empty: ours. */
  accent?: string;
  /** Of what the form showed when the first of them was typed. */
  version?: number;
};

/** Digits of a colour as a browser's own picker wants them, or null while it is no colour. */
export function hexOf(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}

export const VIEWS = { frame: "In your shop", hosted: "Its own page" } as const;
export const WIDTHS = { phone: "Phone", desktop: "Desktop" } as const;
export const THEMES = { light: "Light", dark: "Dark" } as const;
export const STATES = {
  choosing: "Choosing a bank",
  at_bank: "At the bank",
  paid: "Paid",
  refused: "Refused",
} as const;

/** How the preview is looked at. */
export type Look = {
  view: keyof typeof VIEWS;
  width: keyof typeof WIDTHS;
  theme: keyof typeof THEMES;
  state: keyof typeof STATES;
  locale: string;
};

/** Pixels of the window that the preview is drawn in: of a phone, a shop's column, a desktop. */
export function windowWidth({ view, width }: Look): number {
  if (view === "hosted") return width === "phone" ? 390 : 900;
  return width === "phone" ? 358 : 480;
}

/** The preview's address. `logo`: "none" and "new" in the place of the saved one. */
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
