// Choosing a bank: search, country, choice, and what this device remembers of it.
import { filterBanks, OTHER_BANKS, reachableRadios, refreshBanks, walkBanks } from "./bank-list";
import { chosen, showChoice, showError } from "./choice";
import { all, find, root } from "./dom";
import { forgetBank, rememberBank, showLastBank } from "./last-bank";
import { countryNameOf, parse } from "./swap";
import { phrase } from "./words";

/** So long after the last letter the hits are counted aloud, and looked for in other countries. */
const SEARCH_PAUSE_MS = 350;

const field = () => find<HTMLInputElement>("input[name=q]");
const country = () => find(".banks")?.dataset.country ?? "";

function say(words: string): void {
  const region = find("[data-say]");
  if (region) region.textContent = words;
}

/** Without a bank nothing is sent: the page says so, and focus goes to the list. */
export function refuseWithoutBank(event: Event): boolean {
  const isPicker = event.target === find("#pay") && find(".picker") !== null;
  if (!isPicker || chosen()) return false;
  event.preventDefault();
  showError(find("#err")?.dataset.none);
  (reachableRadios()[0] ?? field())?.focus();
  return true;
}

/** The list as the server draws it for this wish; null where the page has none any more; undefined: it could not be asked. */
async function draw(wish: Record<string, string>): Promise<HTMLElement | null | undefined> {
  const url = new URL(root().dataset.state ?? "", location.href);
  for (const [name, value] of Object.entries(wish)) url.searchParams.set(name, value);
  const response = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
  const state = response?.ok ? ((await response.json()) as { html: string | null }) : null;
  const next = state?.html ? parse(state.html) : undefined;
  return next && find(".banks", next);
}

let asked = 0;

/** The same for what the shopper has asked: null too where he has asked something else since; where it failed, he is told. */
async function ask(wish: Record<string, string>): Promise<HTMLElement | null> {
  const mine = ++asked;
  const list = await draw(wish);
  if (mine !== asked) return null;
  if (list === undefined) showError(phrase("unreached"));
  return list ?? null;
}

/** Shows another list in place of this one. False where there is none. */
async function load(wish: Record<string, string>): Promise<boolean> {
  const next = await ask(wish);
  const list = find(".banks");
  if (!next || !list) return false;
  list.replaceWith(next);
  showError(undefined);
  showLastBank();
  showChoice();
  return true;
}

let pause = 0;

function search(text: string): void {
  window.clearTimeout(pause);
  const query = text.trim();
  const list = find(".banks");
  if (!list) return;
  // The page came with the hits of a search only: the server looks through the rest.
  if (list.dataset.query !== undefined) {
    pause = window.setTimeout(() => load({ country: country(), q: query }), SEARCH_PAUSE_MS);
    return;
  }
  const hits = filterBanks(query);
  list.toggleAttribute("data-searching", query !== "");
  if (hits > 0) find(".none", list)?.toggleAttribute("hidden", true);
  pause = window.setTimeout(() => (hits > 0 ? countAloud(query, hits) : void lookElsewhere(query)), SEARCH_PAUSE_MS);
}

function countAloud(query: string, hits: number): void {
  say(query === "" ? "" : phrase("found", { n: hits }));
}

/** No hit here: the server says so, and where else the name is known. The list stays, and with it what is chosen. */
async function lookElsewhere(query: string): Promise<void> {
  const next = await ask({ country: country(), q: query });
  const [none, fresh] = [find(".banks .none"), next && find(".none", next)];
  if (!none || !fresh || field()?.value.trim() !== query) return;
  none.replaceWith(fresh);
  say(
    all("p", fresh)
      .map(({ textContent }) => textContent)
      .join(" "),
  );
}

/** The form of search and country, where the script can answer it: Enter, "Show all", or a bank of another country. */
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
    void take(value, dataset.country ?? "");
  } else if (field()?.value.trim()) reachableRadios()[0]?.focus();
}

async function take(bank: string, itsCountry: string): Promise<void> {
  if (!(await load({ country: itsCountry, bank }))) return;
  const [text, select] = [field(), find<HTMLSelectElement>("select[name=country]")];
  if (text) text.value = "";
  if (select) select.value = itsCountry;
  (chosen() ?? reachableRadios()[0])?.focus();
}

async function goAbroad(select: HTMLSelectElement): Promise<void> {
  window.clearTimeout(pause);
  if (await load({ country: select.value, q: field()?.value ?? "" })) {
    say(phrase("banksIn", { country: countryNameOf(select) }));
  } else select.value = country();
}

async function forget(button: HTMLElement): Promise<void> {
  forgetBank();
  button.hidden = true;
  find<HTMLElement>("#choose")?.focus();
  await load({ country: country(), q: field()?.value ?? "" });
  say(button.dataset.forget ?? "");
}

function onKeyDown(event: KeyboardEvent): void {
  const text = field();
  if (event.target === text && event.key === "Escape" && text?.value) {
    event.preventDefault();
    text.value = "";
    search("");
  } else walkBanks(event);
}

/** Search, country switch and choice; the listeners stand on the document, so that they outlive a swap. */
export function startPicker(): void {
  document.addEventListener("input", ({ target }) => {
    if (target === field()) search((target as HTMLInputElement).value);
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "bank_id") {
      // It stays in sight, whichever is chosen after it.
      target.closest(".bank")?.removeAttribute("data-beyond");
      showError(undefined);
      showChoice();
    }
    if (target instanceof HTMLSelectElement && target.name === "country") void goAbroad(target);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-forget]") : null;
    if (button) void forget(button);
  });
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener(OTHER_BANKS, async () => {
    const list = await draw({ country: country() });
    // Never twice for the same: meanwhile the country may have been switched again.
    if (list?.dataset.country === country()) refreshBanks(list);
  });
  document.addEventListener("submit", (event) => {
    if (event.target === find("#find")) onFind(event);
    else if (event.target === find("#pay") && chosen()) rememberBank(chosen()?.value ?? "");
  });
  showChoice();
}
