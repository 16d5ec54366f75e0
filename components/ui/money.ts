/** A decimal string of major units with digit grouping: `"1250.00"` → `1,250.00`. Exact, without floats. */
export function groupDigits(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
