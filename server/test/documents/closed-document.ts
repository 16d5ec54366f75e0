/**
 * The strict version of the document for tests: an object has its listed properties and no others. For integrators most
 * objects are open, because fields are added without a new version; in a test, an unlisted field is a mistake in the
 * document or the product.
 */
export function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (part === null || typeof part !== "object") return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isOpen = copy["type"] === "object" && "properties" in copy && !("additionalProperties" in copy);
  return (isOpen ? { ...copy, additionalProperties: false } : copy) as T;
}
