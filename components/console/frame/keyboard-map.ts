/** Opens the command menu. */
export const OPEN_MENU_EVENT = "bankside:open-menu";
/** Opens the keyboard shortcuts. */
export const SHOW_KEYS_EVENT = "bankside:show-keys";

/** The single-key shortcuts. `letter`: as shown. */
export const KEYS = [
  { letter: "/", words: "Search list" },
  { letter: "F", words: "Filter" },
  { letter: "J", words: "Next row" },
  { letter: "K", words: "Previous row" },
  { letter: "Enter", words: "Open row" },
  { letter: "C", words: "New payment link" },
  { letter: "N", words: "New entry" },
  { letter: "R", words: "Resend webhook" },
  { letter: "?", words: "Keyboard shortcuts" },
] as const;

export type KeyEvent = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * The meaning of a key press: `menu` with Ctrl or Cmd; else the letter in upper case, of a page after `G`. Null: not a
 * shortcut.
 */
export function meaningOf(event: KeyEvent, afterG: boolean): { kind: "menu" | "key" | "page"; letter: string } | null {
  const letter = event.key.length === 1 ? event.key.toUpperCase() : "";
  if ((event.ctrlKey || event.metaKey) && !event.altKey) return letter === "K" ? { kind: "menu", letter } : null;
  if (event.ctrlKey || event.metaKey || event.altKey || letter === "") return null;
  return { kind: afterG ? "page" : "key", letter };
}
