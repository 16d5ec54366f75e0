// `npm run drill:webhooks -- <name>`: one drill of webhook delivery at its full size, with workers and receivers in
// separate processes. See verification/README.md. `npm test` runs a sample of each.
import { parseArgs } from "node:util";
import { startSimbank } from "../server/test/banks/simbank";
import { drillBacklog } from "../verification/drills/backlog";
import { drillFairness } from "../verification/drills/fairness";
import { drillHang } from "../verification/drills/hang";
import { drillKills } from "../verification/drills/kills";
import { withDrillDatabase } from "./lib/drill-database";

const MAX_MEMORY_MB = 600;
const KILL_EVERY_MS = 1_000;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: "string" },
    seed: { type: "string", default: "1" },
    workers: { type: "string" },
    control: { type: "boolean", default: false },
  },
});
const seed = Number(flags.seed);
const naive = flags.control;
const sizeOr = (fallback: number) => Number(flags.size ?? fallback);
const workersOr = (fallback: number) => Number(flags.workers ?? fallback);
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs a drill at its size, prints its findings, and returns whether they are right. */
const DRILLS: Record<string, () => Promise<boolean>> = {
  async kills() {
    const simbank = await startSimbank();
    try {
      const sizes = { payments: sizeOr(20_000), workers: workersOr(4), killEveryMs: KILL_EVERY_MS };
      const report = await drillKills({ ...sizes, seed, naive, kills: Number.POSITIVE_INFINITY });
      say(JSON.stringify(report));
      const { wrongs, signed, verified } = report;
      return Object.keys(wrongs).length === 0 && Object.values(verified).every((count) => count === signed);
    } finally {
      await simbank.close();
    }
  },
  async hang() {
    let isRight = true;
    for (const merchants of ["one", "many"] as const) {
      const report = await drillHang({ deliveries: sizeOr(10_000), merchants, naive });
      say(`endpoints of ${merchants}: ${JSON.stringify(report)}`);
      isRight &&= report.deliveredBefore === report.healthy && report.heldCalls > 0 && report.doubled === 0;
    }
    return isRight;
  },
  async fairness() {
    const report = await drillFairness({ backlog: sizeOr(50_000), naive });
    say(JSON.stringify(report));
    const { others, othersDone, big, bigBefore, doubled } = report;
    return othersDone === others && bigBefore < big / 2 && doubled === 0;
  },
  async backlog() {
    const note = (taken: number) => process.stderr.write(`\r${taken.toLocaleString("en-GB")} delivered `);
    const report = await drillBacklog({ deliveries: sizeOr(1_000_000), workers: workersOr(2), note });
    const { deliveries, taken, delivered, doubled, open, seconds, memoryMb } = report;
    say(`\n${JSON.stringify(report)}\n${Math.round(deliveries / seconds)} deliveries a second`);
    const isWhole = deliveries > 0 && taken === deliveries && delivered === deliveries && open === 0;
    return isWhole && doubled === 0 && memoryMb < MAX_MEMORY_MB;
  },
};

const [name = ""] = positionals;
const drill = DRILLS[name];
if (name === "backlog" && naive) {
  say("The backlog has no control: every worker drains it. Leave --control out.");
  process.exitCode = 1;
} else if (drill) {
  await withDrillDatabase({ variables: { WEBHOOK_ALLOW_CIDRS: "127.0.0.1/32:1-65535" } }, async () => {
    const began = performance.now();
    const isRight = await drill();
    say(`${isRight ? "right" : "WRONG"}, ${Math.round((performance.now() - began) / 1000)} s, seed ${seed}`);
    process.exitCode = isRight ? 0 : 1;
  });
} else {
  say(`Which drill? ${Object.keys(DRILLS).join(", ")}. Options: --size, --seed, --workers, --control.`);
  process.exitCode = 1;
}
