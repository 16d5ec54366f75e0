import type { KillPoint, Moment } from "./kill-switch";

/** A kill point as the drill's command line has it: `call after 2 POST /token`. */
export function nameOf({ kind, when, at, what }: KillPoint): string {
  return [kind, when, at, ...(what === undefined ? [] : [what])].join(" ");
}

/** @throws Error for what is none */
export function pointOf(name: string): KillPoint {
  const [, kind, when, at, what] = /^(commit|call) (before|after) ([1-9]\d*)(?: (.+))?$/.exec(name) ?? [];
  if (!kind || !when) throw new Error(`"${name}" is no kill point, such as "call after 2 POST /token".`);
  const point = { kind: kind as KillPoint["kind"], when: when as KillPoint["when"], at: Number(at) };
  return what === undefined ? point : { ...point, what };
}

/** The points of a story that was told without a kill: each of its moments. */
export function pointsOf(moments: readonly Moment[]): Array<KillPoint & Moment> {
  const counts = new Map<string, number>();
  return moments.map((moment) => {
    const name = `${moment.kind} ${moment.when} ${moment.what}`;
    const at = (counts.get(name) ?? 0) + 1;
    counts.set(name, at);
    return { ...moment, at };
  });
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** In an order that follows from `random` (Fisher and Yates). */
export function shuffled<T>(given: readonly T[], random: () => number): T[] {
  const items = [...given];
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}
