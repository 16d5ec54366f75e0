// The chosen bank, and the elements that show it.
import { all, find } from "./dom";
import { formatMessage } from "./format-message";

/** The radio button of the chosen bank. */
export const chosen = () => find<HTMLInputElement>("input[name=bank_id]:checked");

/** A bank's name, without the note under it. */
export function nameOf(row: Element | null | undefined): string {
  return (row && find(".bank-name", row)?.firstChild?.textContent) ?? "";
}

function emptyMark(): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "mono slot";
  mark.ariaHidden = "true";
  return mark;
}

/** The bank and the masked account of the saved account's button; null without one. */
function savedAccount(): { mark: Node; who: (Node | string)[] } | null {
  const pay = find(".pay");
  const masked = document.createElement("small");
  masked.append(" ", find(".nw", pay ?? document)?.cloneNode(true) ?? "");
  return pay && { mark: find(".mono", pay)?.cloneNode(true) ?? emptyMark(), who: [pay.dataset.bank ?? "", masked] };
}

/** Shows the choice on the button and in the slip; without one, clears both. */
export function showChoice(): void {
  const row = chosen()?.closest(".bank");
  const button = find(".picker #pay .btn");
  const from = find("[data-from]");
  const mark = from && find(".mono", from);
  const who = from && find(".who", from);
  if (!button || !mark || !who) return;
  const bank = nameOf(row);
  button.textContent = row ? formatMessage("continueTo", { bank }) : formatMessage("continue");
  // The server drew an unavailable bank there: it stays until another one is chosen.
  if (!row && mark.classList.contains("off")) return;
  const saved = row ? null : savedAccount();
  mark.replaceWith(saved?.mark ?? (row && find(".mono", row)?.cloneNode(true)) ?? emptyMark());
  who.replaceChildren(...(saved?.who ?? [row ? bank : formatMessage("yourBank")]));
  who.toggleAttribute("data-empty", !row && !saved);
}

/** Removes the note of a failed request. */
export const hideTrouble = () => find("[role=alert].note")?.remove();

/** Shows why a request failed, in a note directly before an element, and scrolls the note into view. */
export function showTrouble(name: "unreached" | "failed" | "heldBack", before: Element | null | undefined): void {
  hideTrouble();
  const note = document.createElement("p");
  note.className = "note";
  note.dataset.tone = "warn";
  note.setAttribute("role", "alert");
  note.textContent = formatMessage(name);
  before?.before(note);
  note.scrollIntoView({ block: "nearest" });
}

/** Shows an error above the list, which describes the list and the button; undefined hides it and a note. */
export function showError(text: string | undefined): void {
  hideTrouble();
  const error = find("#err");
  if (!error) return;
  error.hidden = text === undefined;
  if (text !== undefined) error.textContent = text;
  for (const described of all(".picker #pay .btn, .banks [role=radiogroup]")) {
    if (text === undefined) described.removeAttribute("aria-describedby");
    else described.setAttribute("aria-describedby", "err");
  }
}
