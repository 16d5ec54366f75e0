/** Replaces redacted values in the log. Written by `http/call-log/redact.ts`. */
export const LEFT_OUT = "[redacted]";
/** The most entries of an object or list in the log: one with this many may have had more. */
const MAX_ENTRIES = 50;

/** The parts of a call as the log stores them. */
export type RecordedParts = {
  /** Null: none was sent, or the stored text can't be parsed. */
  query: Record<string, unknown> | null;
  body: unknown;
  /** The request was longer than the log stores, so the text is truncated. */
  isCut: boolean;
  /** The fields without effect, as in `order.reference` (`?name`: of the query), each with the field probably meant. */
  ignored: { field: string; meant: string | null }[];
  /** The names of redacted fields that have an effect, as in the contract: `customer.email`, `webhook_endpoints[1]`. */
  leftOut: string[];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Parses a stored request. Never fails: an unreadable one was truncated. */
export function partsOf(request: string | null): RecordedParts {
  if (request === null) return { query: null, body: undefined, isCut: false, ignored: [], leftOut: [] };
  const read = parsed(request);
  if (!isObject(read)) return { query: null, body: undefined, isCut: true, ignored: [], leftOut: [] };
  const { query, body } = read;
  const ignored = (read["ignored"] ?? []) as RecordedParts["ignored"];
  // A field without effect need not be filled in again.
  const isIgnored = (name: string) => ignored.some(({ field }) => field === name);
  const leftOut = [...namesLeftOut(query, ""), ...namesLeftOut(body, "")].filter((name) => !isIgnored(name));
  const isCut = hasFullList(query) || hasFullList(body);
  return {
    query: isObject(query) ? query : null,
    body,
    isCut,
    ignored,
    leftOut,
  };
}

/** Parses JSON of the log; undefined where it was truncated. */
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

/** A value without its redacted parts, which a user can fill in again. */
export function withoutLeftOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((inner) => !isLeftOut(inner)).map(withoutLeftOut);
  if (!isObject(value)) return isLeftOut(value) ? undefined : value;
  const kept = Object.entries(value).filter(([, inner]) => !isLeftOut(inner));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutLeftOut(inner)]));
}

function isLeftOut(value: unknown): boolean {
  return typeof value === "string" && value.includes(LEFT_OUT);
}

/** The merchant's order id in the request; null without one. */
export function orderIdIn({ body }: RecordedParts): string | null {
  const order = isObject(body) ? (isObject(body["order"]) ? body["order"] : body) : {};
  const { order_id: orderId } = order as { order_id?: unknown };
  return typeof orderId === "string" && !isLeftOut(orderId) ? orderId : null;
}
