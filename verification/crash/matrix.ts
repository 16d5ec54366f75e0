import { numbersOf, shuffled } from "../random";
import { pointsOf } from "./kill-points";
import type { KillPoint } from "./kill-switch";
import { type Plan, runStory, type StoryOutcome } from "./run-story";
import type { Scenario } from "./scenarios";
import type { Stage } from "./stage";
import type { Way } from "./story";

export type MatrixOptions = {
  ways: readonly Way[];
  scenarios: readonly Scenario[];
  /** The number of kills after which the drill stops, stories in turn; null: every moment of every story. */
  kills: number | null;
  /** The seed for the moments, and those of second kills. */
  seed: number;
  losesKeys: boolean;
};

/** Every third story is killed a second time, soon after its recovery began. */
const SECOND_KILLS = 1 / 3;
const SECOND_WITHIN = 6;

/**
 * Runs every story once without a kill, which lists its moments and must end as expected; then repeatedly, each time
 * with a kill at another moment. Yields each outcome.
 */
export async function* runMatrix(stage: Stage, options: MatrixOptions): AsyncGenerator<StoryOutcome> {
  const random = numbersOf(options.seed);
  const queues: Plan[][] = [];
  for (const way of options.ways) {
    for (const scenario of options.scenarios) {
      const rehearsal = await rehearse(stage, { way, scenario, first: null });
      yield rehearsal;
      const { losesKeys } = options;
      queues.push(
        shuffled(pointsOf(rehearsal.moments), random).map((first) => {
          const second = random() < SECOND_KILLS ? secondOf(random) : undefined;
          return { way, scenario, first, second, losesKeys };
        }),
      );
    }
  }
  let kills = 0;
  for (const plan of byTurns(shuffled(queues, random))) {
    if (options.kills !== null && kills >= options.kills) return;
    let story = await runWithReport(stage, plan);
    // The order of calls and commits differs between runs: the second may reach a kill point that the first missed.
    if (story.kills.length === 0 && story.wrongs.length === 0) story = await runWithReport(stage, plan);
    kills += story.kills.length;
    yield story;
  }
}

/** A thrown error counts as wrong, too: no crash may leave the product unable to answer. */
export async function runWithReport(stage: Stage, plan: Plan): Promise<StoryOutcome> {
  try {
    return await runStory(stage, plan);
  } catch (error) {
    const wrongs = [error instanceof Error ? error.message : String(error)];
    const killed = stage.killer.isDead();
    await stage.restart();
    return { plan, status: killed ? "killed" : "stopped", debits: 0, wrongs, kills: [], moments: [] };
  }
}

/** A story's outcome without a kill is known. */
export async function rehearse(stage: Stage, plan: Plan): Promise<StoryOutcome> {
  const story = await runWithReport(stage, plan);
  const ends = plan.scenario.ends(plan.way);
  if (ends.includes(story.status)) return story;
  return { ...story, wrongs: [...story.wrongs, `ended ${story.status} and not ${ends.join(" or ")}`] };
}

function secondOf(random: () => number): KillPoint {
  return {
    kind: random() < 0.5 ? "commit" : "call",
    when: random() < 0.5 ? "before" : "after",
    at: 1 + Math.floor(random() * SECOND_WITHIN),
  };
}

function* byTurns<T>(queues: readonly T[][]): Generator<T> {
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  for (let turn = 0; turn < longest; turn += 1) {
    for (const queue of queues) {
      const item = queue[turn];
      if (item !== undefined) yield item;
    }
  }
}
