import { createHash } from "node:crypto";

/** Random numbers from a seed, so that every demo has the same past. */
export type Dice = ReturnType<typeof diceOf>;

export function diceOf(seed: number) {
  let state = seed;
  /** From 0 to below 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number, both ends included. */
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  /** One of the keys, as often as its weight says. */
  const weighted = <K extends string>(weights: Readonly<Record<K, number>>): K => {
    const entries = Object.entries(weights) as [K, number][];
    let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    throw new Error("All weights are zero.");
  };
  return { next, between, pick, weighted };
}

/**
 * The id of a sample: of UUID version 8 (RFC 9562, custom), where all other ids are of version 7. So pages recognise a
 * sample by its id alone (`components/ui/sample.tsx`), and no query needs a column for it.
 */
export function sampleId(kind: string, name: string | number): string {
  const hex = createHash("sha256").update(`${kind} ${name}`).digest("hex");
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The same, ordered by time as all other ids: the list of test events is in the order of their ids within a transaction. */
export function timedSampleId(kind: string, name: string | number, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-${sampleId(kind, name).slice(14)}`;
}
