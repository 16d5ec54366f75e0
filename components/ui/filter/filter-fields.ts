import { addressOf, allOf, cursorOf, fittingOf, knownOf, type Search, without } from "./filter-address";

type Read<T> = (search: Search, param: string) => T | undefined;

/** A field of a filter: its parameter in an address, its reader there, and its writer where the value is not its own text. */
type Field<T> = readonly [param: string, read: Read<T>, write?: (value: T) => string | undefined];
/** The fields of a filter, in the order of an address. */
export type Fields<F> = { readonly [Name in keyof F]-?: Field<Exclude<F[Name], undefined>> };
/** The parts of a filter that can be cleared, each with its label. */
export type Parts<F> = [words: string, names: (keyof F)[]][];
type Values = Record<string, string | readonly string[] | undefined>;

export const oneOf =
  <T extends string>(known: readonly T[]): Read<T> =>
  (search, param) =>
    knownOf(search, param, known);

/** The known values among those of a parameter, in the order of the known ones. */
export const someOf =
  <T extends string>(known: readonly T[]): Read<T[]> =>
  (search, param) => {
    const given = known.filter((one) => allOf(search, param).includes(one));
    return given.length > 0 ? given : undefined;
  };

export const fitting =
  (pattern: RegExp): Read<string> =>
  (search, param) =>
    fittingOf(search, param, pattern);

/** The parts that are set. */
export function onlySet<T extends object>(parts: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}

/** What the chip of one part of a filter shows, and where it leads. `to`: the address of the list with a filter. */
export const chipLinks =
  <F extends object>(filter: F, to: (filter: F) => string) =>
  <Name extends keyof F>(name: Name) => ({
    chosen: filter[name],
    off: to(without(filter, name)),
    hrefOf: (value: F[Name]) => to({ ...filter, [name]: value }),
  });

/** Reads and writes the filter of a list in its address, and clears parts of it. */
export function filterOf<F extends object>(fields: Fields<F>, parts: Parts<F>) {
  const all = Object.entries(fields) as [keyof F, Field<F[keyof F]>][];
  const values = (filter: F) =>
    Object.fromEntries(
      all.map(([name, [param, , write]]) => {
        const value = filter[name];
        return [param, write && value !== undefined ? write(value) : value];
      }),
    ) as Values;
  return {
    /** The filter and the page of an address. Unknown values are ignored. */
    read: (search: Search): { filter: F; cursor?: string } => {
      const given = all.map(([name, [param, read]]) => [name, read(search, param)]);
      return onlySet({ filter: onlySet<F>(Object.fromEntries(given)), cursor: cursorOf(search) });
    },
    /** The search parameters of a filter: what `read` reads. */
    values,
    /** The address of a filter, with the parameters of what else it names. */
    address: (path: string, filter: F, more: Values = {}): string => addressOf(path, { ...values(filter), ...more }),
    /** The parts that are set, each with its label and the filter without it. */
    parts: (filter: F): { words: string; rest: F }[] =>
      parts
        .filter(([, names]) => names.some((name) => filter[name] !== undefined))
        .map(([words, names]) => ({ words, rest: without(filter, ...names) })),
  };
}
