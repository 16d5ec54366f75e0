import { refreshBanks } from "./bank-list";
import { all, find, root } from "./dom";

/** The selected country's name in the select element. */
export function countryNameOf(select: HTMLSelectElement): string {
  return select.selectedOptions[0]?.text ?? "";
}

/** Parses HTML from our own origin, which is as trusted as the page itself. Its scripts do not run. */
export function parse(html: string): HTMLElement | null {
  return find("[data-root]", new DOMParser().parseFromString(html, "text/html"));
}

/**
 * Updates the page to the server's HTML. Only parts that differ are replaced; a picker in use keeps its search and
 * choice, and only its amount, notes and unavailable banks are updated.
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
    if (name === "work" && part.dataset.kind !== "state" && old.dataset.kind === part.dataset.kind) {
      keepPicker(old, part);
      continue;
    }
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(part);
    if (name === "work" || hadFocus) replaced = true;
  }
  // Moves focus to the new state, unless the focus is in the shop's page.
  if (!replaced || !document.hasFocus()) return;
  const heading = find("[data-part=work] h2");
  heading?.focus({ preventScroll: true });
  // A new state may be shorter: then its heading is above what a phone shows of the shop's page.
  heading?.scrollIntoView({ block: "nearest" });
}

function keepPicker(old: HTMLElement, next: HTMLElement): void {
  const amount = find<HTMLInputElement>("input[name=seen_amount]", next)?.value ?? "";
  for (const field of all<HTMLInputElement>("input[name=seen_amount]", old)) field.value = amount;
  const [before, after] = [find("[data-note=amount]", old), find("[data-note=amount]", next)];
  if (before && after && !after.hidden) before.hidden = false;
  // The requested bank is available again.
  if (!find(".missed", next)) find(".missed", old)?.remove();
  const banks = find(".banks", next);
  if (banks) refreshBanks(banks);
}
