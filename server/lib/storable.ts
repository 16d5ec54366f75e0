import { AppError, invalidField } from "./errors";

const MAX_DEPTH = 32;
/** The most values in a body, nested ones included. Real requests have about a hundred at most. */
export const MAX_VALUES = 1_000;

/**
 * Refuses values that PostgreSQL would reject, and names the field: NUL, a lone surrogate, a number beyond a double
 * (JSON.parse makes it infinite). Also refuses values that are too deep or too wide to check without delaying other
 * requests. For every value from outside. `root`: the name of the whole in an error.
 * @throws AppError VALIDATION_ERROR, INVALID_INPUT
 */
export function refuseUnstorable(value: unknown, root = "body"): void {
  // One more: the whole is not one of its values.
  walk(value, "", 0, { left: MAX_VALUES + 1, root });
}

function walk(value: unknown, field: string, depth: number, values: { left: number; root: string }): void {
  if (depth > MAX_DEPTH) {
    throw new AppError("INVALID_INPUT", { message: `The body is nested more than ${MAX_DEPTH} levels deep.` });
  }
  values.left -= 1;
  if (values.left < 0) throw new AppError("INVALID_INPUT", { message: `The body has more than ${MAX_VALUES} values.` });
  if (typeof value === "string" && !isStorable(value)) {
    throw invalidField(field, "contains NUL or a lone surrogate, which cannot be stored");
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw invalidField(field, "is out of range");
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key))
      throw invalidField(field || values.root, "contains a name with NUL or a lone surrogate, which cannot be stored");
    walk(inner, fieldName(field, Array.isArray(value) ? Number(key) : key), depth + 1, values);
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A field as in the contract: `order.amount`, `webhook_endpoints[1]`. */
export function fieldName(parent: string, key: PropertyKey): string {
  if (typeof key === "number") return `${parent}[${key}]`;
  return parent ? `${parent}.${String(key)}` : String(key);
}

/** A text of another party as PostgreSQL can store it: without NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll("\0", " ").toWellFormed();
}
