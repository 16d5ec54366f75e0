import MiniSearch from "minisearch";
import type { SearchEntry } from "../search-entries";
import { SEARCH_OPTIONS } from "./search-options";

const INDEX = "/docs/search.json";
const MOST_FOUND = 12;

/** The search over guides and reference. Its index is loaded when the search opens. */
export function offerSearch(): void {
  const [dialog, field, list, status] = [
    document.querySelector<HTMLDialogElement>("#search"),
    document.querySelector<HTMLInputElement>("#search-field"),
    document.querySelector<HTMLElement>("#search-found"),
    document.querySelector<HTMLElement>("#search-status"),
  ];
  const opener = document.querySelector<HTMLButtonElement>("#search-open");
  if (!dialog || !field || !list || !status || !opener) return;
  let index: Promise<MiniSearch<SearchEntry>> | undefined;

  const find = async () => {
    const text = field.value.trim();
    index ??= loadIndex();
    const found = await index.then(
      (loaded) => loaded.search(text).slice(0, MOST_FOUND) as unknown as SearchEntry[],
      () => null,
    );
    // An older answer does not replace a newer one.
    if (text !== field.value.trim()) return;
    if (found === null) index = undefined;
    list.replaceChildren(...(found ?? []).map(lineOf));
    status.textContent = statusOf(text, found);
  };
  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
    void find();
  };

  opener.hidden = false;
  opener.addEventListener("click", open);
  field.addEventListener("input", () => void find());
  dialog.addEventListener("click", (event) => {
    const isOutside = event.target === dialog;
    if (isOutside || (event.target as Element).closest("a")) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll<HTMLElement>("a")];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Enter" && document.activeElement === field) links[0]?.click();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const to = event.key === "ArrowDown" ? Math.min(at + 1, links.length - 1) : at - 1;
    (to < 0 ? field : links[to])?.focus();
  });
  addEventListener("keydown", (event) => {
    const isField = (event.target as Element).closest?.("input, textarea, select, [contenteditable]") !== null;
    const isSlash = event.key === "/" && !isField && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!isSlash && !isK) return;
    event.preventDefault();
    open();
  });
}

async function loadIndex(): Promise<MiniSearch<SearchEntry>> {
  const answer = await fetch(INDEX, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${INDEX}: ${answer.status}`);
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);
  index.addAll((await answer.json()) as SearchEntry[]);
  return index;
}

function statusOf(text: string, found: SearchEntry[] | null): string {
  if (found === null) return "The search couldn’t be loaded. Try again.";
  if (text === "") return "";
  return found.length === 0
    ? `No results for “${text}”`
    : `${found.length} ${found.length === 1 ? "result" : "results"}`;
}

function lineOf({ address, title, page }: SearchEntry): HTMLElement {
  const [line, link, name, where] = ["li", "a", "b", "span"].map((tag) => document.createElement(tag));
  if (!line || !link || !name || !where) throw new Error("no elements");
  name.textContent = title;
  where.textContent = page;
  link.setAttribute("href", address);
  link.append(name, where);
  line.append(link);
  return line;
}
