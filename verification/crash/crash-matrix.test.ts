import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDb } from "../../server/lib/db";
import { sizeOf } from "../depth";
import { LIMIT_FACTOR } from "../limits";
import type { KillPoint, Moment } from "./kill-switch";
import { type Plan, runStory, type StoryOutcome } from "./run-story";
import { SCENARIOS, waysOf } from "./scenarios";
import { type Stage, setStage } from "./stage";

// A sample of `npm run drill:crash`, which kills at every moment of every story.

/** For busy machines; a story takes a few seconds. */
const STORY_MS = 120_000 * LIMIT_FACTOR;
const SUBMISSION = /POST .*\/domestic-payments$/;
const ORDER = /POST .*\/payments\//;
const EVENTS = /webhook_events/;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
}, STORY_MS);
afterAll(async () => {
  await stage.close();
  await closeDb();
});

async function planOf(wayName: string, scenarioName: string): Promise<Plan> {
  const way = (await waysOf(stage)).find(({ name }) => name === wayName);
  const scenario = SCENARIOS.find(({ name }) => name === scenarioName);
  if (!way || !scenario) throw new Error(`There is no ${wayName}, or no ${scenarioName}.`);
  return { way, scenario, first: null };
}

/** Runs a story and kills at the first moment of this kind that is about `what`. */
function killedAt(plan: Plan, { kind, when }: Omit<KillPoint, "at">, what: RegExp): Promise<StoryOutcome> {
  return runStory(stage, { ...plan, first: { kind, when, at: 1, what } });
}

const KINDS = [
  ["before", "commit"],
  ["after", "commit"],
  ["before", "call"],
  ["after", "call"],
] as const;

const CALLS: Record<string, RegExp> = { "BG redirect": ORDER, "UK jwt": SUBMISSION };
type Killed = (way: string, when: KillPoint["when"], kind: KillPoint["kind"]) => Promise<void>;

const completesOnce: Killed = async (way, when, kind) => {
  const plan = await planOf(way, "plain");
  const story = await killedAt(plan, { kind, when }, kind === "call" ? (CALLS[way] ?? ORDER) : EVENTS);
  expect(story.kills).toHaveLength(1);
  expect(story).toMatchObject({ status: "completed", debits: 1, wrongs: [] });
};

async function killedBetweenBanks(): Promise<void> {
  const plan = await planOf("BG redirect", "two banks");
  const story = await killedAt(plan, { kind: "call", when: "after" }, /^DELETE /);
  expect(story.kills.map(({ what }) => what)).toEqual([expect.stringMatching(/^DELETE /)]);
  expect(story).toMatchObject({ status: "completed", debits: 1, wrongs: [] });
}

async function killedTwice(): Promise<void> {
  const plan = await planOf("UK jwt", "lost");
  const first = { kind: "call", when: "after", at: 1, what: SUBMISSION } as const;
  const story = await runStory(stage, { ...plan, first, second: { kind: "call", when: "after", at: 2 } });
  expect(story.kills).toHaveLength(2);
  expect(story).toMatchObject({ debits: 1, wrongs: [] });
}

const inPayment = (way: string, when: KillPoint["when"], kind: KillPoint["kind"]) =>
  [
    `in a payment by ${way} > ${when} a ${kind}: the money moves once, and the merchant is notified of it`,
    () => completesOnce(way, when, kind),
  ] as const;

/**
 * The critical moments: the call that moves the money, or lets the customer move it, and the commit of the end. `npm test`
 * runs the first ones: an order that the bank has and we do not know of, an end that is not committed, and a kill during
 * the recovery from another.
 */
const MOMENTS: readonly (readonly [title: string, run: () => Promise<void>])[] = [
  inPayment("BG redirect", "after", "call"),
  inPayment("UK jwt", "before", "commit"),
  ["twice: the second time while it recovers from the first", killedTwice],
  inPayment("UK jwt", "after", "call"),
  inPayment("BG redirect", "before", "commit"),
  ["while the shopper goes from one bank to another: approves at both, and pays at one", killedBetweenBanks],
  inPayment("BG redirect", "before", "call"),
  inPayment("UK jwt", "before", "call"),
  inPayment("BG redirect", "after", "commit"),
  inPayment("UK jwt", "after", "commit"),
];

// First: a product that has just started has no token of the bank yet, and makes every call.
describe("a story without a kill", () => {
  it(
    "records calls and commits of a story, each before and after",
    async () => {
      const { moments } = await runStory(stage, await planOf("UK jwt", "plain"));
      const seen = (kind: Moment["kind"], when: Moment["when"]) =>
        moments.filter((moment) => moment.kind === kind && moment.when === when).length;
      expect(seen("call", "before")).toBe(seen("call", "after"));
      for (const [when, kind] of KINDS) expect(seen(kind, when)).toBeGreaterThan(5);
    },
    STORY_MS,
  );
});

describe("the product, killed with kill -9", () => {
  it.each(MOMENTS.slice(0, sizeOf("crash moments")))("%s", (_title, run) => run(), STORY_MS);
});

describe("the judge", () => {
  const AFTER_CALL = { kind: "call", when: "after" } as const;

  it(
    "finds a second debit in the bank's books if the product loses the key of its order",
    async () => {
      const plan = await planOf("BG decoupled", "plain");
      expect(await killedAt(plan, AFTER_CALL, ORDER)).toMatchObject({ status: "completed", debits: 1, wrongs: [] });
      const control = await killedAt({ ...plan, losesKeys: true }, AFTER_CALL, ORDER);
      expect(control.debits).toBe(2);
      expect(control.wrongs).toContain("debited 2 times");
    },
    STORY_MS,
  );

  it(
    "finds a wrong public status if the product loses the key of its submission",
    async () => {
      const plan = await planOf("UK jwt", "plain");
      const control = await killedAt({ ...plan, losesKeys: true }, AFTER_CALL, SUBMISSION);
      expect(control.debits).toBe(1);
      expect(control.wrongs).toContain(`${control.status} in public, debited 1 times`);
    },
    STORY_MS,
  );
});
