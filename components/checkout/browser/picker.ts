// The bank picker: search, country, choice, and the last bank of this device.
import { filterBanks, navigateBanks, OTHER_BANKS, reachableRadios, refreshBanks } from "./bank-list";
import { chosen, showChoice, showError, showTrouble } from "./choice";
import { all, find, root } from "./dom";
import { formatMessage } from "./format-message";
import { forgetBank, rememberBank, showLastBank } from "./last-bank";
import { countryNameOf, parse } from "./swap";

/** Delay after the last letter before the hits are announced and other countries are searched. */
const SEARCH_PAUSE_MS = 350;

const field = () => find<HTMLInputElement>("input[name=q]");
const countrySelect = () => find<HTMLSelectElement>("select[name=country]");
const country = () => find(".banks")?.dataset.country ?? "";

function announce(text: string): void {
  const region = find("[data-say]");
  if (region) region.textContent = text;
}

/** Blocks the form if no bank is chosen, shows the error and moves focus to the list. */
export function refuseWithoutBank(event: Event): boolean {
  const isPicker = event.target === find("#pay") && find(".picker") !== null;
  if (!isPicker || chosen()) return false;
  event.preventDefault();
  showError(find("#err")?.dataset.none);
  (reachableRadios()[0] ?? field())?.focus();
  return true;
}

/** The list for a query; null if the page has no picker any more; undefined if the request failed. */
async function fetchList(query: Record<string, string>): Promise<HTMLElement | null | undefined> {
  const url = new URL(root().dataset.state ?? "", location.href);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const response = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
  const state = response?.ok ? ((await response.json().catch(() => null)) as { html: string | null } | null) : null;
  const next = state?.html ? parse(state.html) : undefined;
  return next && find(".banks", next);
}

let requests = 0;

/** The list for the latest query; undefined if a newer one was sent. A failed request shows a note and returns null. */
async function fetchLatest(query: Record<string, string>): Promise<HTMLElement | null | undefined> {
  const mine = ++requests;
  const list = await fetchList(query);
  if (mine !== requests) return undefined;
  if (list === undefined) showTrouble("unreached", find(".banks"));
  return list ?? null;
}

let searchTimer = 0;
// A new list is on its way. A search of the present one would cancel its request, and with it the choice of a country.
let replacing = false;

/** Replaces the list, and searches for what was typed meanwhile. False: none came, or a newer one comes. */
async function showList(query: Record<string, string>): Promise<boolean> {
  window.clearTimeout(searchTimer);
  replacing = true;
  const next = await fetchLatest(query);
  if (next === undefined) return false;
  replacing = false;
  const list = find(".banks");
  if (!next || !list) {
    const select = countrySelect();
    if (select) select.value = country();
    search(field()?.value ?? "");
    return false;
  }
  list.replaceWith(next);
  showError(undefined);
  showLastBank();
  showChoice();
  const text = field()?.value.trim() ?? "";
  if (text !== (query["q"] ?? "").trim()) search(text);
  return true;
}

function search(text: string): void {
  window.clearTimeout(searchTimer);
  const query = text.trim();
  const list = find(".banks");
  if (!list) return;
  // After a search without a script, the page contains only its hits: the server searches the other banks.
  if (list.dataset.query !== undefined) {
    if (!replacing) searchTimer = window.setTimeout(() => showList({ country: country(), q: query }), SEARCH_PAUSE_MS);
    return;
  }
  const hits = filterBanks(query);
  list.toggleAttribute("data-searching", query !== "");
  if (hits > 0) find(".none", list)?.toggleAttribute("hidden", true);
  if (replacing) return;
  searchTimer = window.setTimeout(
    () => (hits > 0 ? announceCount(query, hits) : void searchElsewhere(query)),
    SEARCH_PAUSE_MS,
  );
}

function announceCount(query: string, hits: number): void {
  announce(query === "" ? "" : formatMessage("found", { n: hits }));
}

/** Without a hit, shows the server's message with the countries that have one. The list and its choice stay. */
async function searchElsewhere(query: string): Promise<void> {
  const next = await fetchLatest({ country: country(), q: query });
  const none = find(".banks .none");
  if (!none || field()?.value.trim() !== query) return;
  const fresh = next && find(".none", next);
  if (!fresh) {
    if (next === null) showAllBanks(none);
    return;
  }
  none.replaceWith(fresh);
  announce(
    all("p", fresh)
      .map(({ textContent }) => textContent)
      .join(" "),
  );
}

/** The search failed, and a note says so: the country's whole list instead of an empty one. */
function showAllBanks(none: Element): void {
  none.toggleAttribute("hidden", true);
  find(".banks")?.removeAttribute("data-searching");
  filterBanks("");
}

/** Search form: Enter, "Show all", or a bank of another country. */
function onFind(event: SubmitEvent): void {
  event.preventDefault();
  const { submitter } = event;
  if (submitter?.classList.contains("more")) {
    const before = new Set(reachableRadios());
    find(".banks")?.setAttribute("data-all", "");
    reachableRadios()
      .find((radio) => !before.has(radio))
      ?.focus();
  } else if (submitter?.getAttribute("name") === "bank") {
    const { value, dataset } = submitter as HTMLButtonElement;
    void chooseInCountry(value, dataset.country ?? "");
  } else if (field()?.value.trim()) reachableRadios()[0]?.focus();
}

async function chooseInCountry(bank: string, itsCountry: string): Promise<void> {
  if (!(await showList({ country: itsCountry, bank }))) return;
  clearSearch();
  const select = countrySelect();
  if (select) select.value = itsCountry;
  (chosen() ?? reachableRadios()[0])?.focus();
}

async function changeCountry(select: HTMLSelectElement): Promise<void> {
  const query = { country: select.value, q: field()?.value ?? "" };
  if (await showList(query)) announce(formatMessage("banksIn", { country: countryNameOf(select) }));
}

async function forget(button: HTMLElement): Promise<void> {
  forgetBank();
  button.hidden = true;
  find<HTMLElement>("#choose")?.focus();
  await showList({ country: countrySelect()?.value ?? country(), q: field()?.value ?? "" });
  announce(button.dataset.forget ?? "");
}

function clearSearch(): void {
  const text = field();
  if (text) text.value = "";
  search("");
}

function onKeyDown(event: KeyboardEvent): void {
  const text = field();
  if (event.target === text && event.key === "Escape" && text?.value) {
    event.preventDefault();
    clearSearch();
  } else navigateBanks(event);
}

/**
 * Starts search, country and choice. The listeners are on the document, so that they survive a replacement of the
 * elements.
 */
export function startPicker(): void {
  document.addEventListener("input", ({ target }) => {
    if (target === field()) search((target as HTMLInputElement).value);
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "bank_id") {
      // The chosen row of a large market stays visible after another one is chosen.
      target.closest(".bank")?.removeAttribute("data-beyond");
      showError(undefined);
      showChoice();
    }
    if (target instanceof HTMLSelectElement && target.name === "country") void changeCountry(target);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-forget]") : null;
    if (button) void forget(button);
  });
  document.addEventListener("click", (event) => {
    const clear = event.target instanceof Element && event.target.closest("[data-clear]");
    if (!clear) return;
    event.preventDefault();
    clearSearch();
    field()?.focus();
  });
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener(OTHER_BANKS, async () => {
    const list = await fetchList({ country: country() });
    // The country may have changed meanwhile.
    if (list?.dataset.country === country()) refreshBanks(list);
  });
  document.addEventListener("submit", (event) => {
    if (event.target === find("#find")) onFind(event);
    else if (event.target === find("#pay") && chosen()) rememberBank(chosen()?.value ?? "");
  });
  showChoice();
}
