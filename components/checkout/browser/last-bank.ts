// The last bank used on this device: only its id, in local storage of our origin. In a frame, browsers may partition or
// block the storage; then no bank is remembered.
import { chosen } from "./choice";
import { all, find } from "./dom";

const KEY = "bankside.bank";
/** The page was opened for choosing another bank than the last one. */
const WANTS_ANOTHER = /[?&](another|change)=/;

// Reading localStorage throws where storage is blocked.
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
 * Moves the last bank to the top, with a note, and selects it if no other bank is selected. An unavailable bank and the
 * hits of a search stay in place. With a saved account, no bank is selected: that account is the page's first choice.
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
  if (!chosen() && !find(".fold") && !WANTS_ANOTHER.test(location.search)) radio.checked = true;
}
