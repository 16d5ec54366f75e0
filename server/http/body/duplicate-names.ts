/** A JSON string with the following colon, if any. Unrolled, so that no text causes backtracking. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"[ \t\n\r]*(:?)/gs;

/**
 * Whether an object in JSON text has a name twice: JSON.parse silently keeps the last value, other parsers the first
 * (RFC 8259 §4). In valid JSON a string before a colon is always a name, so there are as many of them as names in the
 * value, unless one was lost. `text` must be valid, and `value` its parsed value.
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
    // Without spread: a list may be longer than the most arguments of a call.
    for (const one of inner) open.push(one);
  }
  return count;
}
