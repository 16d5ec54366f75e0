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

/**
 * Above this share of stories without their kill, a drill has failed: there are four kinds of kill points, and if one
 * is not reached any more, about a quarter of the stories passes without a kill. Some are always missed, because a
 * story that is run again may make its calls and commits in another order.
 */
const MAX_NEVER_KILLED = 1 / 4;

/** How many of the stories with a planned kill were never killed, and whether these are too many. */
export function neverKilled(stories: readonly { plan: { first: KillPoint | null }; kills: readonly Moment[] }[]) {
  const planned = stories.filter(({ plan }) => plan.first !== null);
  const missed = planned.filter(({ kills }) => kills.length === 0).length;
  return { planned: planned.length, missed, areTooMany: missed > planned.length * MAX_NEVER_KILLED };
}
