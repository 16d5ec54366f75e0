// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Whether the text has a line break, a tab or another control character. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

/**
 * Whether the text is an address by itself, or relative to `base`. In place of `URL.canParse`, which in Node 20 and 22
 * refuses addresses with letters such as `é` once a process has called it some thousand times (its compiled form reads
 * Latin-1 as UTF-8). Control characters are refused: the URL parser would drop them, and a text that is kept as it was
 * given would carry them into a header or a page.
 */
export function isUrl(text: string, base?: string): boolean {
  if (hasControlCharacter(text)) return false;
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
