// The bank that is chosen, and where that shows.
import { all, find } from "./dom";
import { phrase } from "./words";

/** The radio of the bank that is chosen. */
export const chosen = () => find<HTMLInputElement>("input[name=bank_id]:checked");

/** A bank's name alone, without what is noted under it. */
export function nameOf(row: Element | null | undefined): string {
  return (row && find(".bank-name", row)?.firstChild?.textContent) ?? "";
}

function emptyMark(): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "mono slot";
  mark.ariaHidden = "true";
  return mark;
}

/** Draws the choice where it shows, on the button and in the slip's place; without one, both are empty again. */
export function showChoice(): void {
  const row = chosen()?.closest(".bank");
  const button = find(".picker #pay .btn");
  const place = find("[data-from]");
  const mark = place && find(".mono", place);
  const who = place && find(".who", place);
  if (!button || !mark || !who) return;
  const bank = nameOf(row);
  button.textContent = row ? phrase("continueTo", { bank }) : phrase("continue");
  // A bank that is out of reach is the server's word, not a choice: it stays until another is chosen.
  if (!row && mark.classList.contains("off")) return;
  mark.replaceWith((row && find(".mono", row)?.cloneNode(true)) ?? emptyMark());
  who.textContent = row ? bank : phrase("yourBank");
  who.toggleAttribute("data-empty", !row);
}

/** Says above the list what is wrong with the choice, for the list and the button too; nothing: all is well. */
export function showError(words: string | undefined): void {
  const error = find("#err");
  if (!error) return;
  error.hidden = words === undefined;
  if (words !== undefined) error.textContent = words;
  for (const described of all(".picker #pay .btn, .banks [role=radiogroup]")) {
    if (words === undefined) described.removeAttribute("aria-describedby");
    else described.setAttribute("aria-describedby", "err");
  }
}
