// `npm run drill:crash`: kills the product with kill -9 at each moment of a payment's story, and compares its final
// state with the simulated bank's books. See verification/README.md.
import { parseArgs } from "node:util";
import { nameOf, neverKilled, pointOf } from "../verification/crash/kill-points";
import { rehearse, runMatrix, runWithReport } from "../verification/crash/matrix";
import type { StoryOutcome } from "../verification/crash/run-story";
import { SCENARIOS, waysOf } from "../verification/crash/scenarios";
import { type Stage, setStage } from "../verification/crash/stage";
import { withDrillDatabase } from "./lib/drill-database";

const DEFAULT_KILLS = 250;
const WIDTHS = [13, 12, 8, 6, 6, 7];

const { values: flags } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    kills: { type: "string", default: String(DEFAULT_KILLS) },
    all: { type: "boolean", default: false },
    way: { type: "string" },
    scenario: { type: "string" },
    at: { type: "string" },
    second: { type: "string" },
    "lose-keys": { type: "boolean", default: false },
  },
});
const stories: StoryOutcome[] = [];
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => (isStopped = true));
const began = performance.now();

/** One line per story; a wrong story with its details and the command that repeats it. */
function note(outcome: StoryOutcome): void {
  stories.push(outcome);
  const { plan, status, debits, wrongs, kills } = outcome;
  const at = kills.map(({ when, kind, what }) => `${when} ${kind} of ${what}`).join(", then ");
  const kill = plan.first ? at || `not reached: ${nameOf(plan.first)}` : "no kill";
  const title = `${plan.way.name} · ${plan.scenario.name} · ${kill}`;
  if (wrongs.length === 0) return void process.stdout.write(`  ok     ${title}: ${status}, debited ${debits}\n`);
  const point = plan.first ? ` --at "${nameOf(plan.first)}"` : "";
  const then = plan.second ? ` --second "${nameOf(plan.second)}"` : "";
  const again = `--way "${plan.way.name}" --scenario "${plan.scenario.name}"${point}${then}`;
  process.stdout.write(`  WRONG  ${title}: ${wrongs.join("; ")}\n         again: npm run drill:crash -- ${again}\n`);
}

function sum(of: readonly StoryOutcome[]): number[] {
  const count = (filter: (outcome: StoryOutcome) => boolean) => of.filter(filter).length;
  return [
    of.reduce((total, { kills }) => total + kills.length, 0),
    count(({ wrongs }) => wrongs.length > 0),
    count(({ debits }) => debits === 1),
    neverKilled(of).missed,
  ];
}

function printTable(): void {
  const line = (cells: readonly (string | number)[]) =>
    process.stdout.write(`${cells.map((cell, index) => String(cell).padEnd(WIDTHS[index] ?? 0)).join(" ")}\n`);
  process.stdout.write("\n");
  line(["standard", "scenario", "stories", "kills", "wrong", "debited", "never killed"]);
  const cells = new Map<string, StoryOutcome[]>();
  for (const outcome of stories) {
    const key = `${outcome.plan.way.name}|${outcome.plan.scenario.name}`;
    cells.set(key, [...(cells.get(key) ?? []), outcome]);
  }
  for (const [key, of] of cells) line([...key.split("|"), of.length, ...sum(of)]);
  line(["all", "", stories.length, ...sum(stories)]);
  const seconds = Math.round((performance.now() - began) / 1000);
  const { missed, planned } = neverKilled(stories);
  const [kills, wrong] = sum(stories);
  const killed = `${kills} kills, ${missed} of ${planned} stories never killed`;
  process.stdout.write(`\n${killed}, ${wrong} wrong, ${seconds} s, seed ${flags.seed}\n`);
}

async function drill(stage: Stage): Promise<void> {
  const ways = (await waysOf(stage)).filter(({ name }) => (flags.way ?? name) === name);
  const scenarios = SCENARIOS.filter(({ name }) => (flags.scenario ?? name) === name);
  if (ways.length === 0 || scenarios.length === 0) throw new Error("There is no such standard, or no such scenario.");
  const losesKeys = flags["lose-keys"];
  if (flags.at === undefined) {
    const kills = flags.all ? null : Number(flags.kills);
    for await (const outcome of runMatrix(stage, { ways, scenarios, kills, seed: Number(flags.seed), losesKeys })) {
      note(outcome);
      if (isStopped) return;
    }
    return;
  }
  const [first, second] = [pointOf(flags.at), flags.second === undefined ? undefined : pointOf(flags.second)];
  for (const way of ways) {
    for (const scenario of scenarios) {
      note(await rehearse(stage, { way, scenario, first: null }));
      note(await runWithReport(stage, { way, scenario, first, second, losesKeys }));
    }
  }
}

await withDrillDatabase({ usesSocket: false }, async () => {
  const stage = await setStage();
  try {
    await drill(stage);
  } finally {
    await stage.close();
  }
  printTable();
  const [kills = 0, wrong] = sum(stories);
  // A kill point given by name is not in every story.
  const isEnough = kills > 0 && (flags.at !== undefined || !neverKilled(stories).areTooMany);
  // A deep run must not take a stopped drill, or one that killed too little, for one that passed.
  process.exitCode = isEnough && wrong === 0 && !isStopped ? 0 : 1;
});
