/** A count as it is shown: `1,204`. */
export function formatNumber(count: number): string {
  return count.toLocaleString("en-GB");
}

/** A count with its noun: `1 payment`, `1,204 payments`. `many`: the plural, where it is not the noun with an s. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : many}`;
}

/** A text for the beginning of a line. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A text for the middle of a sentence. */
export function uncapitalize(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** A share as `94.4 %`; 0 and 100 are exact. */
export function formatShare(share: number): string {
  const percent = 100 * share;
  if (percent === 0 || percent === 100) return `${percent} %`;
  return `${Math.min(99.9, Math.max(0.1, percent)).toFixed(1)} %`;
}
