import type { KillPoint, Moment } from "./kill-switch";

/** A kill point in the format of the drill's command line: `call after 2 POST /token`. */
export function nameOf({ kind, when, at, what }: KillPoint): string {
  return [kind, when, at, ...(what === undefined ? [] : [what])].join(" ");
}

/** @throws Error for an invalid name */
export function pointOf(name: string): KillPoint {
  const [, kind, when, at, what] = /^(commit|call) (before|after) ([1-9]\d*)(?: (.+))?$/.exec(name) ?? [];
  if (!kind || !when) throw new Error(`"${name}" is no kill point, such as "call after 2 POST /token".`);
  const point = { kind: kind as KillPoint["kind"], when: when as KillPoint["when"], at: Number(at) };
  return what === undefined ? point : { ...point, what };
}

/** The kill points of a story: each moment of its run without a kill. */
export function pointsOf(moments: readonly Moment[]): Array<KillPoint & Moment> {
  const counts = new Map<string, number>();
  return moments.map((moment) => {
    const name = `${moment.kind} ${moment.when} ${moment.what}`;
    const at = (counts.get(name) ?? 0) + 1;
    counts.set(name, at);
    return { ...moment, at };
  });
}
