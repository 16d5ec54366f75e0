/** A JSON string, which is skipped, or the parts of a number. Unrolled, so that no text causes backtracking. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/gs;

/**
 * Whether JSON text has a number that JSON.parse rounds to a whole one: `1.0000000000000000001` becomes 1, but is not
 * an amount in minor units. `1.0` and `1e2` are whole. `text` must be valid.
 */
export function hasRoundedNumbers(text: string): boolean {
  for (const [literal, whole, fraction = "", exponent = "0"] of text.matchAll(TOKEN)) {
    const isFractional = whole !== undefined && (fraction !== "" || exponent.startsWith("-"));
    if (
      isFractional &&
      Number.isSafeInteger(Number(literal)) &&
      !isWhole(whole + fraction, Number(exponent) - fraction.length)
    )
      return true;
  }
  return false;
}

/** Whether `digits` × 10^`power` is a whole number. */
function isWhole(digits: string, power: number): boolean {
  const significant = digits.replace(/0+$/, "");
  return /^0*$/.test(significant) || power + digits.length - significant.length >= 0;
}
