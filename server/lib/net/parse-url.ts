export const NOT_HTTP = "must be an http or https URL";
export const HAS_CREDENTIALS = "must not contain a user name or password";
const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

/** Whether the text has a line break, a tab or another control character. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

/**
 * Whether the text is an absolute URL, or one relative to `base`. Replaces `URL.canParse`, which in Node 20 and 22
 * refuses URLs with letters such as `é` after a few thousand calls in a process (its compiled form reads Latin-1 as
 * UTF-8). Control characters are refused: the URL parser drops them, but the stored text would carry them into a header
 * or a page.
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
