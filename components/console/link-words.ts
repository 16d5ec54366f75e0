/** How often a link was opened: people's openings alone. */
export function viewsWords(views: number): string {
  if (views === 0) return "not opened";
  return views === 1 ? "1 view" : `${views} views`;
}

const CLOSED: Record<string, string> = {
  used: "It has been paid. Whoever opens it now is told so, and nothing can be paid with it.",
  expired: "It is past its end. Whoever opens it now is told so; a payment that was started before still counts.",
  cancelled: "You withdrew it. Whoever opens it now is told so; money that had been approved before still counts.",
};

/** What a link that is over tells who opens it. */
export function closedWords(status: string): string {
  return CLOSED[status] ?? "";
}

/** The page's language by its BCP 47 tag, in English: `pt-BR` → `Brazilian Portuguese`. */
export function languageWords(locale: string): string {
  return new Intl.DisplayNames(["en"], { type: "language" }).of(locale) ?? locale;
}

/** How far shoppers came with a link: openings of its page, and presses of a bank there. `tries` null: not known yet. */
export function openedWords(views: number, tries: number | null): string {
  if (tries === null || tries === 0) return viewsWords(views);
  return `${viewsWords(views)}, ${tries === 1 ? "1 try" : `${tries} tries`}`;
}
