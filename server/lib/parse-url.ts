/**
 * Whether the text is an address by itself, or relative to `base`. In place of `URL.canParse`, which in Node 20 and 22
 * refuses addresses with letters such as `é` once a process has called it some thousand times (its compiled form reads
 * Latin-1 as UTF-8).
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
