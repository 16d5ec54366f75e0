/**
 * The document as the tests hold the product to it: an object has the properties that are written down and no other. To
 * integrators most objects are open, because fields are added without a new version; in a test, a field that the document
 * does not name is a mistake in one of the two.
 */
export function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (part === null || typeof part !== "object") return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isOpen = copy["type"] === "object" && "properties" in copy && !("additionalProperties" in copy);
  return (isOpen ? { ...copy, additionalProperties: false } : copy) as T;
}
