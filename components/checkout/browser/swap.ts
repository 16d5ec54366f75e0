import { refreshBanks } from "./bank-list";
import { all, find, root } from "./dom";

/** The name that a native select shows. */
export function countryNameOf(select: HTMLSelectElement): string {
  return select.selectedOptions[0]?.text ?? "";
}

/** A page that our own server drew, over the same origin: the same trust as the page itself. Scripts in it do not run. */
export function parse(html: string): HTMLElement | null {
  return find("[data-root]", new DOMParser().parseFromString(html, "text/html"));
}

/**
 * Brings the page to what the server says now. The slip stays where it is; only parts that differ are replaced, and a
 * picker in use keeps its search and its choice: of it, only the amount, the notes and what is down are brought up to date.
 */
export function swapState(html: string): void {
  const next = parse(html);
  const now = root();
  if (!next) return;
  document.title = next.dataset.title ?? document.title;
  const wholeDiffers = !find("[data-part=slip]", next) || !find("[data-part=slip]", now);
  if (wholeDiffers) {
    now.replaceWith(next);
    return;
  }
  for (const { name, value } of [...next.attributes]) now.setAttribute(name, value);
  for (const { name } of [...now.attributes]) if (!next.hasAttribute(name)) now.removeAttribute(name);
  let replaced = false;
  for (const part of all("[data-part]", next)) {
    const name = part.dataset.part ?? "";
    if (name === "banks") continue;
    const old = find(`[data-part=${name}]`, now);
    if (!old || old.outerHTML === part.outerHTML) continue;
    if (name === "work" && part.dataset.kind === "picker" && old.dataset.kind === "picker") {
      keepPicker(old, part);
      continue;
    }
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(part);
    if (name === "work" || hadFocus) replaced = true;
  }
  // Focus follows the news, but is never taken from the shop's own page.
  if (replaced && document.hasFocus()) find("[data-part=work] h2")?.focus({ preventScroll: true });
}

function keepPicker(old: HTMLElement, next: HTMLElement): void {
  const amount = find<HTMLInputElement>("input[name=seen_amount]", next)?.value ?? "";
  for (const field of all<HTMLInputElement>("input[name=seen_amount]", old)) field.value = amount;
  const [before, after] = [find("[data-note=amount]", old), find("[data-note=amount]", next)];
  if (before && after && !after.hidden) before.hidden = false;
  // Drawn anew, it may be there no more: the bank that was wished for is back.
  if (!find(".missed", next)) find(".missed", old)?.remove();
  const banks = find(".banks", next);
  if (banks) refreshBanks(banks);
}
