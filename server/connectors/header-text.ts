const MAX_HEADER_LENGTH = 512;

/** Printable ASCII only: a browser may send any bytes, and a refused header must not fail the payment. */
export function headerText(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, "")
    .slice(0, MAX_HEADER_LENGTH)
    .trim();
}
