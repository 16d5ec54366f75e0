/** A decimal string of major units as it is shown: `"-1250.00"` → `−1,250.00`. Exact, without floats. */
export function groupDigits(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",").replace("-", "−");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
