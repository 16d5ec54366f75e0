import { expect, it } from "vitest";
import { neverKilled, pointOf } from "./kill-points";

const KILL = { kind: "call", when: "after", what: "POST /token" } as const;
const story = (first: string | null, kills: number) => ({
  plan: { first: first === null ? null : pointOf(first) },
  kills: Array.from({ length: kills }, () => KILL),
});
const rehearsed = story(null, 0);
const killed = story("call after 1 POST /token", 1);
const missed = story("call after 2 POST /token", 0);

it("a quarter of the planned stories may be never killed, one more is too many; rehearsals are not counted", () => {
  const quarter = [rehearsed, rehearsed, killed, killed, killed, missed];
  expect(neverKilled(quarter)).toEqual({ planned: 4, missed: 1, areTooMany: false });
  expect(neverKilled([...quarter, missed])).toEqual({ planned: 5, missed: 2, areTooMany: true });
});

it("a drill whose kill points were all reached has no story without its kill", () => {
  expect(neverKilled([rehearsed, killed])).toEqual({ planned: 1, missed: 0, areTooMany: false });
});
