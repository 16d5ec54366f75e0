export type Random = {
  /** A number in [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** An element of a list that may be empty. */
  any<T>(list: readonly T[]): T | undefined;
};

/** Numbers determined by a seed (Mulberry32): the same seed gives the same story on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    any: (list) => list[Math.floor(next() * list.length)],
  };
}
