import type { PrismaClient } from "../server/generated/prisma/client";
import { Prisma } from "../server/lib/db";
import { withDatabase } from "./database";
import { median, print } from "./figures";

const SIZES = [10_000, 1_000_000];

export type Question = {
  name: string;
  /** The queries of the call, for their plans. */
  queries: (db: PrismaClient) => Promise<Prisma.Sql[]>;
  /** The whole use-case. */
  call: () => Promise<unknown>;
};

/** `client`: the use-cases of this process run on this database from then on. */
export type Side = { client: () => PrismaClient; questions: Question[] };

type Comparison = {
  /** "payments" */
  what: string;
  warmUps: number;
  runs: number;
  /** Fills a new database with that many rows, 60 % of them one merchant's. Both sizes have the same questions. */
  fill: (url: string, dataDir: string, rows: number) => Promise<Side>;
};

type Cost = { databaseMs: number; callMs: number; scans: boolean };
type Plan = { "Node Type": string; Plans?: Plan[] };

/** Prints the cost of each question at 10,000 and at 1,000,000 rows: medians of runs that take both in turn. */
export async function compareSizes({ what, warmUps, runs, fill }: Comparison): Promise<void> {
  await withDatabase(async (postgres, dataDir) => {
    const sides: Side[] = [];
    for (const rows of SIZES) {
      print(`filling ${rows.toLocaleString("en-GB")} ${what}, 60 % of them one merchant's`);
      await postgres.ensureDatabase(`${what}_${rows}`);
      sides.push(await fill(postgres.url(`${what}_${rows}`), dataDir, rows));
    }
    print(`\n${lineOf(`median of ${runs}, ms`, ["database: 10k", "1M", "×", "call: 10k", "1M", "×"])}`);
    for (const [at, { name }] of (sides[0]?.questions ?? []).entries()) {
      const costs = sides.map((): Cost[] => []);
      for (let run = -warmUps; run < runs; run++) {
        for (const [index, side] of sides.entries()) {
          const cost = await costOf(side, at);
          if (run >= 0) costs[index]?.push(cost);
        }
      }
      const [small, large] = costs.map(medianOf);
      if (!small || !large) throw new Error("A question was not asked of both.");
      const ratio = (figure: "databaseMs" | "callMs") => {
        const [few, many] = [small[figure], large[figure]];
        return [few.toFixed(2), many.toFixed(2), (many / few).toFixed(1)];
      };
      const note = large.scans ? "  reads a whole table" : "";
      print(lineOf(name, [...ratio("databaseMs"), ...ratio("callMs")]) + note);
    }
    for (const { client } of sides) await client().$disconnect();
  });
}

const WIDTHS = [16, 9, 7, 13, 9, 7];

function lineOf(name: string, cells: readonly string[]): string {
  return name.padEnd(41) + cells.map((cell, at) => cell.padStart(WIDTHS[at] ?? 0)).join("");
}

async function costOf({ client, questions }: Side, at: number): Promise<Cost> {
  const question = questions[at];
  if (!question) throw new Error("A question was not asked of both.");
  const db = client();
  const plans = [];
  for (const sql of await question.queries(db)) plans.push(await explain(db, sql));
  const began = performance.now();
  await question.call();
  return {
    callMs: performance.now() - began,
    databaseMs: plans.reduce((sum, { ms }) => sum + ms, 0),
    scans: plans.some(({ scans }) => scans),
  };
}

async function explain(db: PrismaClient, sql: Prisma.Sql): Promise<{ ms: number; scans: boolean }> {
  type Answer = [{ "QUERY PLAN": [{ "Planning Time": number; "Execution Time": number; Plan: Plan }] }];
  const [row] = await db.$queryRaw<Answer>(Prisma.sql`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`);
  const { Plan: plan, ...times } = row["QUERY PLAN"][0];
  const scansIn = (node: Plan): boolean => node["Node Type"].includes("Seq Scan") || (node.Plans ?? []).some(scansIn);
  return { ms: times["Planning Time"] + times["Execution Time"], scans: scansIn(plan) };
}

function medianOf(costs: readonly Cost[]): Cost {
  return {
    databaseMs: median(costs.map(({ databaseMs }) => databaseMs)),
    callMs: median(costs.map(({ callMs }) => callMs)),
    scans: costs.some(({ scans }) => scans),
  };
}
