/** A string of JSON text, and the colon behind it if there is one. Unrolled, so that no text makes it backtrack. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"[ \t\n\r]*(:?)/gs;

/**
 * Whether an object in JSON text gives a name twice, of which JSON.parse keeps the last without a word and other readers
 * the first (RFC 8259 §4). In valid text a string before a colon is always a name, so that there are as many of them as
 * names in the value, unless one was lost. `text` has to be valid, and `value` what it parses to.
 */
export function hasDuplicateNames(text: string, value: unknown): boolean {
  let given = 0;
  for (const [, colon] of text.matchAll(STRING)) if (colon) given += 1;
  return given !== countNames(value);
}

function countNames(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== "object") continue;
    const inner = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    // Not by spreading: a list may be longer than a call may have arguments.
    for (const one of inner) open.push(one);
  }
  return count;
}
