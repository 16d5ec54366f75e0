/** A JSON string with the following colon, if any, or a number. Unrolled, so that no text causes backtracking. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")[ \t\n\r]*(:?)|-?\d[\d.eE+-]*/gs;
const NOT_WHOLE = "0.5";

/**
 * The JSON text with a number that no amount may be in place of each amount that has a fraction or an exponent and would be
 * read as a whole one. JSON.parse reads `25.0` as 25, but who writes it means 25 euros and not 25 cents; and it rounds
 * `1.0000000000000000001` to 1. So the schema refuses them at their place, as it refuses 25.5, which the request log shows
 * as it was sent. `text` must be valid.
 */
export function spoilDecimalAmounts(text: string): string {
  if (!/\d[.eE]/.test(text)) return text;
  let name: unknown;
  return text.replace(TOKEN, (token: string, string?: string, colon?: string) => {
    if (string === undefined) return name === "amount" && readsAsWhole(token) ? NOT_WHOLE : token;
    if (colon) name = JSON.parse(string);
    return token;
  });
}

/** Whether a number with a fraction or an exponent is read as a whole one or, as `1e400` is, as Infinity. */
function readsAsWhole(token: string): boolean {
  const value = Number(token);
  return /[.eE]/.test(token) && (Number.isInteger(value) || !Number.isFinite(value));
}
