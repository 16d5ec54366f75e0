const KEY = "bankside.payments.order";

/** Keeps the order of the list that the user sees, for the previous and the next payment on a payment's page. */
export function rememberOrder(ids: readonly string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Without storage a payment has no neighbours.
  }
}

/** The neighbours of a payment in that list; null: it is not in it. */
export function positionInOrder(id: string): { at: number; of: number; previous?: string; next?: string } | null {
  const ids = readOrder();
  const at = ids.indexOf(id);
  if (at < 0) return null;
  const [previous, next] = [ids[at - 1], ids[at + 1]];
  return { at: at + 1, of: ids.length, ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
}

function readOrder(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : [];
  } catch {
    return [];
  }
}
