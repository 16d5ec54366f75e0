/** The search part of a page's address, as a server component gets it. */
export type Search = Record<string, string | string[] | undefined>;

const FIRST_YEAR = 1970;
/** The last that ISO 8601 writes with four digits: calls take no other. */
const LAST_YEAR = 9999;
/** As the calls take it. */
const MAX_CURSOR_LENGTH = 128;
/** What any search takes: longer than every id, reference and order. */
const MAX_TEXT_LENGTH = 140;

/** An id of ours, as RFC 9562 writes it. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Every value that an address gives a name. */
export function allOf(search: Search, name: string): string[] {
  return [search[name] ?? []].flat();
}

/** The value of a name, if it is one of those that there are. */
export function knownOf<T extends string>(search: Search, name: string, known: readonly T[]): T | undefined {
  const given = allOf(search, name)[0];
  return known.find((one) => one === given);
}

/** A text of the address, without space around it; none where it is empty, and cut where it is longer than any search. */
export function textOf(search: Search, name: string): string | undefined {
  return allOf(search, name)[0]?.trim().slice(0, MAX_TEXT_LENGTH) || undefined;
}

/** A moment of the address, as ISO 8601 in UTC; none where it is none, or of a year that no call takes. */
export function timeOf(search: Search, name: string): string | undefined {
  const at = new Date(allOf(search, name)[0] ?? "");
  const year = at.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? at.toISOString() : undefined;
}

/** The page of a keyset list (`at`): what no list ever wrote there is passed over. */
export function cursorOf(search: Search): string | undefined {
  const cursor = allOf(search, "at")[0];
  return cursor && cursor.length <= MAX_CURSOR_LENGTH && /^[\w-]+$/.test(cursor) ? cursor : undefined;
}

/** The address of a page with what narrows its list; what is undefined is left out. */
export function addressOf(path: string, values: Record<string, string | readonly string[] | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of value === undefined ? [] : [value].flat()) search.append(name, one);
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** A filter without one of its parts, or several. */
export function without<T extends object>(filter: T, ...names: (keyof T)[]): T {
  const rest = { ...filter };
  for (const name of names) delete rest[name];
  return rest;
}

/** How many there are; `orMore`: counting ended there. */
export type Counted = { count: number; orMore: boolean };

/** `1,204`, or `10,000+` where counting ended there. */
export function countWords({ count, orMore }: Counted): string {
  return `${count.toLocaleString("en-GB")}${orMore ? "+" : ""}`;
}
