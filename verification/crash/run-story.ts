import { query } from "../../server/test/database";
import { judge } from "../judge";
import type { KillPoint, Moment } from "./kill-switch";
import type { Scenario } from "./scenarios";
import type { Stage } from "./stage";
import { beginStory, publicStateOf, type Way } from "./story";

/** One story and its kill points: one in its course, and a second one in the recovery. */
export type Plan = {
  way: Way;
  scenario: Scenario;
  first: KillPoint | null;
  second?: KillPoint | undefined;
  /** The negative control: a product that has lost its keys. */
  losesKeys?: boolean;
};

export type StoryOutcome = {
  plan: Plan;
  status: string;
  debits: number;
  wrongs: string[];
  kills: Moment[];
  /** All possible kill points. */
  moments: readonly Moment[];
};

/** Until no bank can have anything open: approvals end after 10 minutes, submissions are blocked after 30. */
const TO_THE_END = ["75 seconds", "75 seconds", "12 minutes", "35 minutes", "35 minutes"];

/** Calls whose answers a process caches. */
const REMEMBERED = /\/(?:token|jwks)$/;

let stories = 0;

/** Runs one story from an empty database to its end, kills as planned, and judges it. */
export async function runStory(stage: Stage, plan: Plan): Promise<StoryOutcome> {
  const { way, scenario } = plan;
  const { killer, front } = stage;
  await stage.clear();
  if (REMEMBERED.test(String(plan.first?.what ?? ""))) await stage.restart();
  await stage.victim().setClock(0);
  if (scenario.keepsAnswers) for (const bank of way.banks) await stage.hurry(bank);
  front.keepAnswers(scenario.keepsAnswers ?? 0);
  stories += 1;
  const reference = `${scenario.word ? `SIM-${scenario.word} ` : ""}${stories}`;
  const killsBefore = killer.kills.length;
  const kill = () => stage.victim().kill();
  const sabotage = async () => {
    if (plan.losesKeys) await loseKeys();
    if (killer.kills.length - killsBefore === 1) killer.set(plan.second ?? null, kill);
  };
  killer.set(plan.first, kill);
  const actor = await beginStory(stage, way, { reference, sabotage });
  await scenario.play(actor);
  for (const interval of TO_THE_END) await actor.wait(interval);
  const moments = killer.passed();
  killer.rest();
  if (killer.isDead()) await stage.restart();
  const verdict = await judge(await publicStateOf(stage, actor.paymentId), actor);
  return { plan, ...verdict, kills: killer.kills.slice(killsBefore), moments };
}

/** Replaces the idempotency keys, like a product that does not store them. */
async function loseKeys(): Promise<void> {
  const sql = `UPDATE payment_attempts SET idempotency_key = gen_random_uuid(),
    submission_key = CASE WHEN submission_key IS NOT NULL THEN gen_random_uuid() END WHERE final_at IS NULL`;
  await query(sql);
}
