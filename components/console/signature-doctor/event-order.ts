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
/** What the product adds behind the merchant's own metadata. */
const ADDED = ["order_id", "bank_name"];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** Orders the keys of an object whose order is not the product's to say: metadata, rewards. */
type FreeOrder = (keys: string[]) => string[];

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
/** As PostgreSQL keeps the keys of a document: the shorter first, then by their bytes. */
const stored: FreeOrder = (keys) => keys.toSorted((a, b) => bytesOf(a) - bytesOf(b) || (a < b ? -1 : 1));
const addedLast: FreeOrder = (keys) => [
  ...stored(keys.filter((key) => !ADDED.includes(key))),
  ...ADDED.filter((key) => keys.includes(key)),
];
const FREE: readonly FreeOrder[] = [(keys) => keys, addedLast, stored];

/**
 * The texts that Bankside may have sent, if a JSON document says the same: written anew, without blanks, in the product's
 * order of keys. More than one, because the order within metadata cannot be known for certain. Empty: it is no JSON.
 */
export function asSent(text: string): string[] {
  const document = parsed(text);
  if (document === undefined) return [];
  return [...new Set([JSON.stringify(document), ...FREE.map((order) => JSON.stringify(inOrder(document, order)))])];
}

const asciiOnly = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What usual programs make of a JSON document that they parse and write anew. */
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

/** The document that the text is; undefined: none. */
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
