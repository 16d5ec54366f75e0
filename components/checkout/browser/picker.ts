import { entryOf, search as searchIn } from "../search";
import { all, find, root } from "./dom";
import { countryNameOf, renderInto } from "./swap";
import { phrase } from "./words";

const form = () => find<HTMLFormElement>("#pay");
const chosen = () => find<HTMLInputElement>("input[name=bank_id]:checked");
const nameOf = (radio: Element | null) =>
  find(".bank-name", radio?.closest(".bank") ?? document.createElement("i"))?.textContent ?? "";

function emptyMark(): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "mono slot";
  mark.ariaHidden = "true";
  return mark;
}

/** Draws the choice where it shows, on the button and in the slip's place; without one, both are empty again. */
export function showChoice(): void {
  const radio = chosen();
  const button = find(".picker .btn");
  const place = find("[data-from]");
  const mark = place && find(".mono", place);
  const who = place && find(".who", place);
  if (!button || !mark || !who) return;
  button.textContent = radio ? phrase("continueTo", { bank: nameOf(radio) }) : phrase("continue");
  // A bank that is out of reach is the server's word, not a choice: it stays until another is chosen.
  if (!radio && mark.classList.contains("off")) return;
  const next = radio && find(".mono", radio.closest(".bank") ?? document)?.cloneNode(true);
  mark.replaceWith(next ?? emptyMark());
  who.textContent = radio ? nameOf(radio) : phrase("yourBank");
  who.toggleAttribute("data-empty", !radio);
}

/** Without a bank nothing is sent: the page says so, and focus goes to the list. */
export function refuseWithoutBank(event: Event): boolean {
  const isPicker = event.target === form() && find(".picker") !== null;
  if (!isPicker || chosen()) return false;
  event.preventDefault();
  const error = find("#err");
  if (error) error.hidden = false;
  find(".picker .btn")?.setAttribute("aria-describedby", "err");
  find<HTMLInputElement>("input[name=bank_id]:enabled")?.focus();
  return true;
}

function say(words: string): void {
  const region = find("[data-say]");
  if (region) region.textContent = words;
}

let asked = 0;

/** Fetches the list of another country, or the hits elsewhere of a search that found none here. */
async function load(query: Record<string, string>): Promise<void> {
  const number = ++asked;
  const url = new URL(root().dataset.state ?? "", location.href);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const response = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
  const state = response?.ok ? ((await response.json()) as { html: string | null }) : null;
  if (number !== asked || !state?.html) return;
  if (renderInto(state.html, "banks")) showChoice();
}

let searching = 0;

function search(text: string): void {
  window.clearTimeout(searching);
  const query = text.trim();
  const list = find(".banks");
  const rows = all("label.bank");
  if (!list || rows.length === 0) {
    wait(query);
    return;
  }
  const found = new Set(searchIn(rows, query, (row) => entryOf(nameOf(row), row.dataset.keys ?? "")));
  const hits = found.size;
  // The chosen bank stays in sight: what is paid with is never hidden.
  for (const row of rows) row.hidden = !found.has(row) && !find(":checked", row);
  list.toggleAttribute("data-searching", query !== "");
  say(query === "" ? "" : phrase("found", { n: hits }));
  if (hits === 0) wait(query);
}

const SEARCH_PAUSE_MS = 250;

function wait(query: string): void {
  searching = window.setTimeout(() => load({ country: countryOf(), q: query }), SEARCH_PAUSE_MS);
}

function countryOf(): string {
  return find<HTMLSelectElement>("select[name=country]")?.value ?? "";
}

function onFind(event: SubmitEvent): void {
  event.preventDefault();
  const { submitter } = event;
  const bank = submitter?.getAttribute("name") === "bank" ? submitter.getAttribute("value") : null;
  if (submitter?.classList.contains("more")) {
    const next = all("label.bank").find((row) => row.offsetParent === null && find("input:enabled", row));
    find(".banks")?.setAttribute("data-all", "");
    if (next) find("input", next)?.focus();
  } else if (bank) {
    const field = find<HTMLInputElement>("input[name=q]");
    if (field) field.value = "";
    const country = submitter?.dataset.country ?? "";
    const select = find<HTMLSelectElement>("select[name=country]");
    if (select) select.value = country;
    void load({ country, bank });
  }
}

/** Search, country switch and choice; the listeners stand on the document, so that they outlive a swap. */
export function startPicker(): void {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "q") search(target.value);
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "bank_id") {
      const error = find("#err");
      if (error) error.hidden = true;
      find(".picker .btn")?.removeAttribute("aria-describedby");
      showChoice();
    }
    if (target instanceof HTMLSelectElement && target.name === "country") {
      const field = find<HTMLInputElement>("input[name=q]");
      void load({ country: target.value, q: field?.value ?? "" }).then(() =>
        say(phrase("banksIn", { country: countryNameOf(target) })),
      );
    }
  });
  document.addEventListener("submit", (event) => {
    if ((event.target as Element).id === "find") onFind(event);
  });
  showChoice();
}
