// `npm run bench:console`: the cost of the Console's lists at 10,000 and at 1,000,000 payments. Each query runs on both
// databases in turn. Shown are medians of the database's own time (planning and running) and of the whole use-case,
// counts included, and whether any plan scans a whole table. Ratios count, absolute figures do not. It never fails for
// being slow.
import pg from "pg";
import { startEmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { migrate } from "../server/entry/database/migrate";
import type { PrismaClient } from "../server/generated/prisma/client";
import { type Ctx, systemCtx } from "../server/lib/context";
import { Prisma } from "../server/lib/db";
import { newId } from "../server/lib/ids";
import { type Cursor, writeCursor } from "../server/lib/keyset";
import { MAX_HITS, paymentFilter, readFilter } from "../server/payments/queries/list-filter";
import { keysetPageSql } from "../server/payments/queries/list-filter-store";
import { listPaymentChoices, listPayments, MAX_COUNTED } from "../server/payments/queries/list-payments";
import { banksSql, countSql, idHitsSql, termHitsSql } from "../server/payments/queries/list-store";
import { BANKS_OF_ROWS, fillPayments } from "../server/test/rows/payment-rows";
import { databaseOf } from "./database";
import { inDataDir, root } from "./processes";

const SMALL = 10_000;
const LARGE = 1_000_000;
const MERCHANTS = 50;
const WARM_UP = 2;
const RUNS = 15;
const LIMIT = 25;

const merchantIds = Array.from({ length: MERCHANTS }, newId);
const merchantId = merchantIds[0] ?? "";
const actor = { kind: "user", id: null } as const;
const ctx: Ctx = {
  ...systemCtx("bench"),
  caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false },
};

type Question = { name: string; input: Record<string, unknown>; from?: "middle" | "end" };

const day = 86_400_000;
const QUESTIONS: Question[] = [
  { name: "first page", input: {} },
  { name: "middle of the list", input: {}, from: "middle" },
  { name: "end of the list", input: {}, from: "end" },
  { name: "tests", input: { test: true } },
  { name: "at the bank", input: { stages: ["at_bank"] } },
  { name: "expired", input: { stages: ["expired"] } },
  { name: "a rare currency", input: { currency: ["PLN"] } },
  { name: "one bank", input: { bankIds: [BANKS_OF_ROWS[3]] } },
  { name: "one bank, failed, GBP", input: { bankIds: [BANKS_OF_ROWS[3]], stages: ["failed"], currency: ["GBP"] } },
  { name: "a flow without payments", input: { flow: "link" } },
  { name: "one amount", input: { amountFrom: "80.19", amountTo: "80.19" } },
  { name: "a span of amounts", input: { amountFrom: "80", amountTo: "90" } },
  { name: "an amount without payments", input: { amountFrom: "700", amountTo: "900" } },
  { name: "completed late", input: { flag: "late" } },
  { name: "the last day", input: { from: new Date(Date.now() - day).toISOString() } },
  { name: "search: whole order", input: { search: "ord-00004711" } },
  { name: "search: the end of an id", input: { search: "0badcafe" } },
  { name: "search: end-to-end id", input: { search: "BKS0000000000" } },
  { name: "search: what all begin with", input: { search: "ord" } },
  { name: "search: two letters", input: { search: "sh" } },
  { name: "search: two words", input: { search: "shopper 471" } },
  { name: "search: two frequent words of no payment", input: { search: "order shopper" } },
  { name: "search: an amount", input: { search: "80,19" } },
  { name: "search: a bank", input: { search: "bank 7" } },
  { name: "search: nothing", input: { search: "no such text" } },
];

type Bench = { client: () => PrismaClient; places: Record<"middle" | "end", Cursor["from"]> };
type Cost = { databaseMs: number; callMs: number; scans: boolean };
type Plan = { "Node Type": string; Plans?: Plan[] };

const inputOf = (question: Question) => paymentFilter.parse({ test: false, ...question.input });

async function sqlsOf(bench: Bench, question: Question): Promise<Prisma.Sql[]> {
  const input = inputOf(question);
  const filter = await readFilter(ctx, merchantId, input);
  const from = question.from ? bench.places[question.from] : null;
  const page = keysetPageSql(filter, { stages: input.stages ?? [], towards: "older", from, limit: LIMIT + 1 });
  const of = { merchantId, test: input.test };
  const hits =
    input.search === undefined
      ? []
      : [idHitsSql(of, input.search, MAX_HITS), ...filter.terms.map((term) => termHitsSql(of, term, MAX_HITS + 1))];
  const isBroad = filter.ids === null && filter.terms.length > 0;
  return [...hits, page, ...(isBroad ? [] : [countSql(filter, MAX_COUNTED + 1)]), banksSql(of, 300)];
}

async function explain(db: PrismaClient, sql: Prisma.Sql): Promise<{ ms: number; scans: boolean }> {
  type Answer = [{ "QUERY PLAN": [{ "Planning Time": number; "Execution Time": number; Plan: Plan }] }];
  const [row] = await db.$queryRaw<Answer>(Prisma.sql`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`);
  const { Plan: plan, ...times } = row["QUERY PLAN"][0];
  const scansIn = (node: Plan): boolean => node["Node Type"].includes("Seq Scan") || (node.Plans ?? []).some(scansIn);
  return { ms: times["Planning Time"] + times["Execution Time"], scans: scansIn(plan) };
}

async function ask(bench: Bench, question: Question): Promise<Cost> {
  const plans = [];
  const client = bench.client();
  for (const sql of await sqlsOf(bench, question)) plans.push(await explain(client, sql));
  const cursor = question.from && { cursor: writeCursor({ towards: "older", from: bench.places[question.from] }) };
  const input = inputOf(question);
  const began = performance.now();
  await listPayments(ctx, { ...input, ...cursor, merchantId, limit: LIMIT });
  await listPaymentChoices(ctx, { merchantId, test: input.test });
  return {
    callMs: performance.now() - began,
    databaseMs: plans.reduce((sum, { ms }) => sum + ms, 0),
    scans: plans.some(({ scans }) => scans),
  };
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

/** The medians of one query at both databases, which are called in turn. */
async function compare(benches: readonly Bench[], question: Question): Promise<Cost[]> {
  const costs = benches.map((): Cost[] => []);
  for (let run = -WARM_UP; run < RUNS; run++) {
    for (const [at, bench] of benches.entries()) {
      const cost = await ask(bench, question);
      if (run >= 0) costs[at]?.push(cost);
    }
  }
  return costs.map((all) => ({
    databaseMs: median(all.map(({ databaseMs }) => databaseMs)),
    callMs: median(all.map(({ callMs }) => callMs)),
    scans: all.some(({ scans }) => scans),
  }));
}

async function fill(url: string, dataDir: string, payments: number): Promise<Bench> {
  await migrate(url, root);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const merchants = "INSERT INTO merchants (id, brand_name) SELECT id, 'Merchant' FROM unnest($1::uuid[]) AS id";
  await client.query(merchants, [merchantIds]);
  await fillPayments(client, merchantIds, payments);
  const placeAt = async (share: number) => {
    const sql = `SELECT id, created_at AS at FROM payment_requests WHERE merchant_id = $1 AND NOT test
      ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1`;
    const [row] = (await client.query<Cursor["from"]>(sql, [merchantId, Math.floor(payments * 0.5 * share)])).rows;
    if (!row) throw new Error("There are fewer payments than were written.");
    return row;
  };
  const places = { middle: await placeAt(0.5), end: await placeAt(0.99) };
  await client.end();
  return { client: () => databaseOf(url, dataDir), places };
}

async function main(dataDir: string): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    const benches = [];
    for (const payments of [SMALL, LARGE]) {
      say(`filling ${payments.toLocaleString("en-GB")} payments, 60 % of them one merchant's`);
      await postgres.ensureDatabase(`payments_${payments}`);
      benches.push(await fill(postgres.url(`payments_${payments}`), dataDir, payments));
    }
    const head = ["database: 10k", "1M", "×", "call: 10k", "1M", "×"];
    const widths = [16, 9, 7, 13, 9, 7];
    const line = (cells: readonly string[]) => cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join("");
    say(`\n${`median of ${RUNS}, ms`.padEnd(30)}${line(head)}`);
    for (const question of QUESTIONS) {
      const [small, large] = await compare(benches, question);
      if (!small || !large) throw new Error("A question was not asked of both.");
      const cells = [small.databaseMs, large.databaseMs, large.databaseMs / small.databaseMs].concat([
        small.callMs,
        large.callMs,
        large.callMs / small.callMs,
      ]);
      const note = large.scans ? "  reads a whole table" : "";
      say(question.name.padEnd(30) + line(cells.map((cell, at) => cell.toFixed(at % 3 === 2 ? 1 : 2))) + note);
    }
    for (const { client } of benches) await client().$disconnect();
  } finally {
    await postgres.release();
  }
}

await inDataDir(main);
