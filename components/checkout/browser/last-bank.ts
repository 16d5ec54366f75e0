// The bank that was used last on this device: its id and nothing else, on our own origin, where the browser keeps it. In a
// frame it may keep it apart for each shop, or not at all: then simply nothing is remembered.
import { chosen } from "./choice";
import { all, find } from "./dom";

const KEY = "bankside.bank";
/** The page was opened to choose another bank than this one, which did not answer perhaps. */
const WANTS_ANOTHER = /[?&](another|change)=/;

// To ask for the storage at all throws where it is blocked.
function attempt<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    return null;
  }
}

export function rememberBank(id: string): void {
  attempt((storage) => storage.setItem(KEY, id));
}

export function forgetBank(): void {
  attempt((storage) => storage.removeItem(KEY));
}

/**
 * Puts the bank that was used last first, says so under its name, and chooses it if nothing else is. One that is down stays
 * where it is. Hits of a search keep their order.
 */
export function showLastBank(): void {
  const list = find(".banks");
  const id = attempt((storage) => storage.getItem(KEY));
  if (!list || id === null) return;
  const radio = all<HTMLInputElement>("input[name=bank_id]", list).find(({ value }) => value === id);
  const row = radio?.closest("label");
  const name = row && find(".bank-name", row);
  if (!radio || !name) return;
  const note = document.createElement("span");
  note.className = "bank-note";
  note.textContent = list.dataset.last ?? "";
  name.append(note);
  row.removeAttribute("data-beyond");
  for (const hidden of all(".tail, [data-forget]", list)) hidden.hidden = false;
  if (radio.disabled || list.dataset.query !== undefined) return;
  row.parentElement?.prepend(row);
  if (!chosen() && !WANTS_ANOTHER.test(location.search)) radio.checked = true;
}
