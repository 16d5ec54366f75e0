/** Opens the command menu, whoever asks for it. */
export const OPEN_MENU_EVENT = "bankside:open-menu";
/** Opens the sheet of all keys. */
export const SHOW_KEYS_EVENT = "bankside:show-keys";

/** A key alone that does something on every page, and what. `letter`: as the sheet shows it. */
export const KEYS = [
  { letter: "/", words: "Search this list" },
  { letter: "F", words: "Narrow this list down" },
  { letter: "J", words: "Next row" },
  { letter: "K", words: "Row before" },
  { letter: "Enter", words: "Open the row" },
  { letter: "C", words: "New payment link" },
  { letter: "N", words: "New of what the page lists" },
  { letter: "R", words: "Send or try again" },
  { letter: "?", words: "These keys" },
] as const;

export type KeyEvent = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * What a press means: `menu` with Ctrl or Cmd, else a letter that stands alone, in upper case; `G` waits for the letter of
 * a place. Null: it is no business of ours.
 */
export function meaningOf(event: KeyEvent, afterG: boolean): { kind: "menu" | "key" | "place"; letter: string } | null {
  const letter = event.key.length === 1 ? event.key.toUpperCase() : "";
  if ((event.ctrlKey || event.metaKey) && !event.altKey) return letter === "K" ? { kind: "menu", letter } : null;
  if (event.ctrlKey || event.metaKey || event.altKey || letter === "") return null;
  return { kind: afterG ? "place" : "key", letter };
}
