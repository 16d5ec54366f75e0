/** Numbers in [0, 1) determined by a seed (Mulberry32): the same seed gives the same numbers on every machine. */
export function numbersOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A shuffled copy, determined by `next` (Fisher and Yates). */
export function shuffled<T>(given: readonly T[], next: () => number): T[] {
  const items = [...given];
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

export type Random = {
  /** A number in [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** An element of a list that may be empty. */
  any<T>(list: readonly T[]): T | undefined;
};

/** Choices determined by a seed. */
export function randomOf(seed: number): Random {
  const next = numbersOf(seed);
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    any: (list) => list[Math.floor(next() * list.length)],
  };
}
