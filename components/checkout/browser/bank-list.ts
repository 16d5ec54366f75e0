// The rows of one market: search, updates, and keyboard navigation.
import { type Entry, entryOf, fold, search } from "../picker/search";
import { nameOf, showError } from "./choice";
import { all, find } from "./dom";

type Rows = { group: Element; rows: HTMLElement[] };

/** Maximum of drawn hits: drawing is the slow part, and further letters narrow the search. */
const MAX_SHOWN = 100;

/** Event on the document: the server's list is of another country than the rows on the page. */
export const OTHER_BANKS = "otherbanks";

const entries = new WeakMap<Element, Entry>();
let kept: Rows | undefined;

const radioIn = (row: Element) => find<HTMLInputElement>("input", row) as HTMLInputElement;

// In the page's original order, which a search changes.
function rowsNow(): Rows | undefined {
  const group = find(".banks [role=radiogroup]");
  if (group && kept?.group !== group) kept = { group, rows: all(".bank", group) };
  return group ? kept : undefined;
}

function entryOfRow(row: HTMLElement): Entry {
  const known = entries.get(row) ?? entryOf(nameOf(row), row.dataset.keys ?? "");
  entries.set(row, known);
  return known;
}

/**
 * Shows the hits of a search, best first, unavailable banks last; the chosen bank stays visible. Returns the number of
 * hits.
 */
export function filterBanks(text: string): number {
  const now = rowsNow();
  if (!now) return 0;
  const { group, rows } = now;
  const found = text === "" ? rows : search(rows, text, entryOfRow);
  const isDown = (row: HTMLElement) => radioIn(row).disabled;
  const inOrder =
    text === "" ? rows : [...found.filter((row) => !isDown(row)), ...found.filter(isDown)].slice(0, MAX_SHOWN);
  const shown = new Set(inOrder);
  const chosen = rows.find((row) => radioIn(row).checked);
  if (chosen) shown.add(chosen);
  for (const row of rows) row.hidden = !shown.has(row);
  if ([...shown].some((row, index) => group.children[index] !== row)) group.prepend(...shown);
  group.toggleAttribute("hidden", shown.size === 0);
  return found.length;
}

/**
 * Updates which banks are unavailable, without moving rows. If the chosen bank became unavailable, the page says so. If
 * the server's list is of another country, OTHER_BANKS is dispatched instead.
 */
export function refreshBanks(next: HTMLElement): void {
  if (next.dataset.country !== find(".banks")?.dataset.country) {
    document.dispatchEvent(new Event(OTHER_BANKS));
    return;
  }
  const rows = new Map(rowsNow()?.rows.map((row) => [radioIn(row).value, row]));
  for (const fresh of all("label.bank", next)) {
    const row = rows.get(radioIn(fresh).value);
    if (!row || radioIn(row).disabled === radioIn(fresh).disabled) continue;
    const { checked } = radioIn(row);
    row.replaceChildren(...fresh.children);
    radioIn(row).checked = checked && !radioIn(row).disabled;
    if (checked && radioIn(row).disabled) showError(find(".banks")?.dataset.missed?.replace("{bank}", nameOf(row)));
  }
}

/** Enabled and visible radios, in order. */
export function reachableRadios(): HTMLInputElement[] {
  const radios = all<HTMLInputElement>("input[name=bank_id]:enabled");
  return radios.filter((radio) => radio.offsetParent !== null);
}

const PAUSE_MS = 700;
let typed = "";
let typedAt = 0;

function choose(radio: HTMLInputElement | undefined): void {
  if (!radio) return;
  radio.focus();
  // As with arrow keys, focus selects.
  if (!radio.checked) radio.click();
}

/** Home, End and type-ahead, as in a native list; the browser handles arrow keys. */
export function navigateBanks(event: KeyboardEvent): void {
  const { key, target, timeStamp } = event;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
  if (!(target instanceof HTMLInputElement) || target.name !== "bank_id" || !isPlain) return;
  const radios = reachableRadios();
  if (key === "Home" || key === "End") {
    event.preventDefault();
    choose(radios.at(key === "Home" ? 0 : -1));
  } else if ([...key].length === 1 && key !== " ") {
    typed = timeStamp - typedAt > PAUSE_MS ? key : typed + key;
    typedAt = timeStamp;
    // The same letter again selects the next match.
    const from = typed.length > 1 ? radios.indexOf(target) : radios.indexOf(target) + 1;
    const ahead = [...radios.slice(from), ...radios.slice(0, from)];
    choose(ahead.find((radio) => fold(nameOf(radio.closest(".bank"))).startsWith(fold(typed))));
  }
}
