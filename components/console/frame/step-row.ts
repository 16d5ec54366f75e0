import table from "../../ui/table.module.css";

const TRIES = 60;
const BETWEEN_MS = 50;

/** The links of the rows of a list. */
function listRows(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(`main tbody .${CSS.escape(table["row"] ?? "")}`)];
}

/** Focuses the row after or before the focused one, also on the next page of the list; the first where none is. */
export function stepRow(by: 1 | -1): boolean {
  const rows = listRows();
  // Beside a list, the panel's buttons step; they are disabled at its ends.
  const isOpen = document.querySelector("main [data-next]") !== null;
  const isHere = (row: HTMLElement) =>
    isOpen ? row.ariaCurrent === "true" : row.closest("tr")?.contains(document.activeElement);
  const here = rows.findIndex(isHere);
  const next = rows[here < 0 ? 0 : here + by];
  if (next) reach(next, isOpen);
  else turnPage(by, rows[0], isOpen);
  return rows.length > 0;
}

function reach(row: HTMLElement, isOpened: boolean): void {
  row.focus();
  row.scrollIntoView({ block: "nearest" });
  if (isOpened) row.click();
}

/** A row's address already names the next page while the list still shows this one. */
const textOf = (row: HTMLElement | undefined) => row?.closest("tr")?.textContent;

/** Opens the page of the list after or before this one, and goes to its row that follows. */
function turnPage(by: 1 | -1, first: HTMLAnchorElement | undefined, isOpened: boolean): void {
  const pages = first?.closest("table")?.parentElement?.nextElementSibling;
  const page = pages?.querySelector<HTMLElement>(`a[rel=${by === 1 ? "next" : "prev"}]`);
  if (!first || !page) return;
  const before = textOf(first);
  page.click();
  const step = (tries: number) => {
    const rows = listRows();
    const row = rows.at(by === 1 ? 0 : -1);
    if (row && textOf(rows[0]) !== before) reach(row, isOpened);
    else if (tries > 0) setTimeout(() => step(tries - 1), BETWEEN_MS);
  };
  step(TRIES);
}
