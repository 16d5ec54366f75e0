/** The order in which Bankside writes the keys of an event, its payment, its link and its test. */
const PARTS: readonly (readonly string[])[] = [
  ["id", "object", "created", "type", "sequence", "data"],
  [
    ...["id", "amount", "currency", "status", "status_reason", "test", "late", "reversed_amount", "payment_link_id"],
    ...["metadata", "rewards"],
  ],
  [
    ...["id", "amount", "currency", "payment_reference", "order_id", "status", "link_type", "views_count"],
    ...["first_viewed_at", "expires_at", "created_at", "updated_at", "payment_request_id", "test", "metadata"],
  ],
  ["object", "name", "message"],
];
/** Keys that Bankside appends to the merchant's metadata. */
const ADDED = ["order_id", "bank_name"];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** Orders the keys of an object whose order Bankside does not define: metadata, rewards. */
type FreeOrder = (keys: string[]) => string[];

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
/** PostgreSQL's key order of a jsonb document: shorter keys first, then by bytes. */
const stored: FreeOrder = (keys) => keys.toSorted((a, b) => bytesOf(a) - bytesOf(b) || (a < b ? -1 : 1));
const addedLast: FreeOrder = (keys) => [
  ...stored(keys.filter((key) => !ADDED.includes(key))),
  ...ADDED.filter((key) => keys.includes(key)),
];
const FREE: readonly FreeOrder[] = [(keys) => keys, addedLast, stored];

/**
 * The bodies that Bankside may have sent for an equal JSON document: reserialised without whitespace, in Bankside's key
 * order. Several, because the key order within metadata is uncertain. Empty: the text is not JSON.
 */
export function asSent(text: string): string[] {
  const document = parsed(text);
  if (document === undefined) return [];
  return [...new Set([JSON.stringify(document), ...FREE.map((order) => JSON.stringify(inOrder(document, order)))])];
}

const asciiOnly = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** How common programs reserialise a parsed JSON document. */
export function rewritings(text: string): string[] {
  const document = parsed(text);
  if (document === undefined) return [];
  return [document, inOrder(document, (keys) => keys.toSorted(), true)].flatMap((one) => {
    const compact = JSON.stringify(one);
    const spaced = compact.replace(
      /("(?:[^"\\]|\\.)*")|([,:])/g,
      (_, word?: string, mark?: string) => word ?? `${mark} `,
    );
    const indented = [JSON.stringify(one, null, 2), JSON.stringify(one, null, 4)];
    const plain = [compact, spaced, ...indented, `${indented[0]}\n`];
    return [
      ...plain,
      ...plain.map(asciiOnly),
      asciiOnly(compact).replaceAll("/", "\\/"),
      compact.replaceAll("/", "\\/"),
    ];
  });
}

/** The parsed JSON document; undefined if the text is not JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function inOrder(value: Json, free: FreeOrder, isAllFree = false): Json {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, free, isAllFree));
  if (value === null || typeof value !== "object") return value;
  const keys = Object.keys(value);
  const part = isAllFree ? undefined : PARTS.find((known) => keys.every((key) => known.includes(key)));
  const ordered = part ? part.filter((key) => keys.includes(key)) : free(keys);
  return Object.fromEntries(ordered.map((key) => [key, inOrder(value[key] ?? null, free, isAllFree)]));
}
