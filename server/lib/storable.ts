import { AppError, invalidField } from "./errors";

const MAX_DEPTH = 32;
/** Of a body, inner ones included. The largest that makes sense has about a hundred. */
const MAX_VALUES = 1_000;

/**
 * Refuses what PostgreSQL would refuse with an error of its own, at the edge and with its field: NUL, a lone surrogate, a
 * number past what a double holds (JSON.parse makes it infinite). And what is too deep or too wide to be looked through
 * field by field while others wait. For every value that comes from outside.
 * @throws AppError VALIDATION_ERROR, INVALID_INPUT
 */
export function refuseUnstorable(value: unknown): void {
  walk(value, "", 0, { left: MAX_VALUES });
}

function walk(value: unknown, field: string, depth: number, values: { left: number }): void {
  if (depth > MAX_DEPTH) {
    throw new AppError("INVALID_INPUT", { message: `The body is nested more than ${MAX_DEPTH} deep.` });
  }
  values.left -= 1;
  if (values.left < 0)
    throw new AppError("INVALID_INPUT", { message: `The body holds more than ${MAX_VALUES} values.` });
  if (typeof value === "string" && !isStorable(value)) {
    throw invalidField(field, "holds a character that cannot be stored");
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw invalidField(field, "is out of range");
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw invalidField(field || "body", "holds a name that cannot be stored");
    walk(inner, fieldName(field, Array.isArray(value) ? Number(key) : key), depth + 1, values);
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A field as the contract writes it: `order.amount`, `webhook_endpoints[1]`. */
export function fieldName(parent: string, key: PropertyKey): string {
  if (typeof key === "number") return `${parent}[${key}]`;
  return parent ? `${parent}.${String(key)}` : String(key);
}
