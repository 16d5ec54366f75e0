import { formatNumber } from "../text";
/** The search parameters of a page, as a server component gets them. */
export type Search = Record<string, string | string[] | undefined>;

const FIRST_YEAR = 1970;
/** The last year of four digits. */
const LAST_YEAR = 9999;
/** The limit of the calls. */
const MAX_CURSOR_LENGTH = 128;
/** The limit of every search; longer than any ID, reference or order. */
export const MAX_TEXT_LENGTH = 140;

/** An ID, RFC 9562. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The parameters of an address, as `Search`. */
export function searchOf(params: URLSearchParams): Search {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

/** Every value of a parameter. */
export function allOf(search: Search, name: string): string[] {
  return [search[name] ?? []].flat();
}

/** The value of a parameter, if it is a known one. */
export function knownOf<T extends string>(search: Search, name: string, known: readonly T[]): T | undefined {
  const given = allOf(search, name)[0];
  return known.find((one) => one === given);
}

/** The text of a parameter, trimmed and cut at 140 characters; none where it is empty. */
export function textOf(search: Search, name: string): string | undefined {
  return allOf(search, name)[0]?.trim().slice(0, MAX_TEXT_LENGTH) || undefined;
}

/** The text of a parameter, if it fits the pattern. */
export function fittingOf(search: Search, name: string, pattern: RegExp): string | undefined {
  const text = textOf(search, name);
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** The time of a parameter, ISO 8601 in UTC; none where it is invalid or of another year than 1970 to 9999. */
export function timeOf(search: Search, name: string): string | undefined {
  const at = new Date(allOf(search, name)[0] ?? "");
  const year = at.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? at.toISOString() : undefined;
}

/** The cursor of a keyset list (`at`); invalid ones are ignored. */
export function cursorOf(search: Search): string | undefined {
  const cursor = allOf(search, "at")[0];
  return cursor && cursor.length <= MAX_CURSOR_LENGTH && /^[\w-]+$/.test(cursor) ? cursor : undefined;
}

/** The address of a page with its parameters; undefined ones are left out. */
export function addressOf(path: string, values: Record<string, string | readonly string[] | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of value === undefined ? [] : [value].flat()) search.append(name, one);
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/**
 * Shows another address of the open page, whose parts that read the address follow. `push`: Back returns to the present
 * one. Next's router follows these functions only once it has replaced them by its own, some 50 ms after the first parts
 * of the page can be pressed; before that the browser loads the address. `state`: kept with the entry of the history.
 */
export function showAddress(href: string, by: "push" | "replace" = "replace", state: object | null = null): void {
  const { history, location } = window;
  // The router adds its own values to the object that it gets.
  if (Object.hasOwn(history, "pushState")) history[`${by}State`](state && { ...state }, "", href);
  else location[by === "push" ? "assign" : "replace"](href);
}

/** A filter without some of its parts. */
export function without<T extends object>(filter: T, ...names: (keyof T)[]): T {
  const rest = { ...filter };
  for (const name of names) delete rest[name];
  return rest;
}

/** A count; `orMore`: counting stopped there. */
export type Counted = { count: number; orMore: boolean };

/** The sum of all counts, or of some. */
export function totalOf<K extends string>(counts: Readonly<Record<K, Counted>>, of?: K | readonly K[]): Counted {
  const all = of === undefined ? Object.values<Counted>(counts) : [of].flat().map((one) => counts[one as K]);
  return { count: all.reduce((sum, { count }) => sum + count, 0), orMore: all.some(({ orMore }) => orMore) };
}

/** `1,204`, or `10,000+` where counting stopped there. */
export function formatCount({ count, orMore }: Counted): string {
  return `${formatNumber(count)}${orMore ? "+" : ""}`;
}
