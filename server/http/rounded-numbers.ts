/** A string of JSON text, to be passed over, or a number in its parts. Unrolled, so that no text makes it backtrack. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/gs;

/**
 * Whether JSON text holds a number that is read as a whole one and is none: `1.0000000000000000001` is 1 to JSON.parse, and
 * no amount in minor units. `1.0` and `1e2` are whole. `text` has to be valid.
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

/** Whether digits times ten to the power are a whole number. */
function isWhole(digits: string, power: number): boolean {
  const significant = digits.replace(/0+$/, "");
  return /^0*$/.test(significant) || power + digits.length - significant.length >= 0;
}
