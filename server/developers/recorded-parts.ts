/** What stands in the log in the place of what was left out of it. The log writes it (`http/redact.ts`). */
export const LEFT_OUT = "[redacted]";
/** Of an object or a list the log keeps so many entries: one that has as many may have had more. */
const MAX_ENTRIES = 50;

/** The parts of a call as the log kept them. */
export type RecordedParts = {
  /** Null: none was sent, or it cannot be read any more. */
  query: Record<string, unknown> | null;
  body: unknown;
  /** It was longer than the log keeps: what there is ends in the middle. */
  isCut: boolean;
  /** The names of what was left out, as the contract writes them: `customer.email`, `webhook_endpoints[1]`. */
  leftOut: string[];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Reads what the log keeps of a request. Never fails: what cannot be read was cut. */
export function partsOf(request: string | null): RecordedParts {
  if (request === null) return { query: null, body: undefined, isCut: false, leftOut: [] };
  const read = parsed(request);
  if (!isObject(read)) return { query: null, body: undefined, isCut: true, leftOut: [] };
  const { query, body } = read;
  const leftOut = [...namesLeftOut(query, ""), ...namesLeftOut(body, "")];
  const isCut = hasFullList(query) || hasFullList(body);
  return { query: isObject(query) ? query : null, body, isCut, leftOut };
}

/** JSON of the log as a value; undefined where it was cut. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function namesLeftOut(value: unknown, name: string): string[] {
  if (typeof value === "string") return value.includes(LEFT_OUT) ? [name] : [];
  if (Array.isArray(value)) return value.flatMap((inner, index) => namesLeftOut(inner, `${name}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => namesLeftOut(inner, name === "" ? key : `${name}.${key}`));
}

function hasFullList(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  const inner: unknown[] = Object.values(value);
  return inner.length >= MAX_ENTRIES || inner.some(hasFullList);
}

/** A value without what was left out of it: what a person can fill in again. */
export function withoutLeftOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((inner) => !isLeftOut(inner)).map(withoutLeftOut);
  if (!isObject(value)) return isLeftOut(value) ? undefined : value;
  const kept = Object.entries(value).filter(([, inner]) => !isLeftOut(inner));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutLeftOut(inner)]));
}

function isLeftOut(value: unknown): boolean {
  return typeof value === "string" && value.includes(LEFT_OUT);
}

/** The order that a request named, as the merchant knows it; null where it named none. */
export function orderIdIn({ body }: RecordedParts): string | null {
  const order = isObject(body) ? (isObject(body["order"]) ? body["order"] : body) : {};
  const { order_id: orderId } = order as { order_id?: unknown };
  return typeof orderId === "string" && !isLeftOut(orderId) ? orderId : null;
}
