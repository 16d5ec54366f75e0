/** A text of a mail with its `{names}` filled in. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** A name on one line, so that it cannot add a line or a header to the mail. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, " ").trim();
}

/**
 * A text on one line without what mail programs turn into a link, for texts that others choose and that we send in our
 * name. A dot stays as it is before a label of digits only, as in the reference "2026.11.001": no host ends in one.
 */
export function withoutLinks(text: string): string {
  return oneLine(text)
    .replace(/:\/\//g, ": //")
    .replace(/@(?=[\p{L}\p{N}])|\.(?=[\p{N}\p{M}-]*\p{L})/gu, "$& ");
}

/** The longest name in a mail, in characters. */
const MAX_NAME = 60;

/** A name for a mail: one line, short, without links. Users choose these names and the addresses that receive them. */
export function nameInMail(text: string): string {
  const plain = withoutLinks(text);
  return plain.length > MAX_NAME ? `${[...plain].slice(0, MAX_NAME - 1).join("")}…` : plain;
}

/** The minute of a moment, as mails show it: `2026-03-01 09:30 UTC`. */
export function formatMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
