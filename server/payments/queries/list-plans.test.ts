import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import type { Ctx } from "../../lib/context";
import type { Prisma } from "../../lib/db";
import { currencyStepsSql } from "../../lib/money/currency-spans";
import { FILL_TIMEOUT_MS, nodesOf, type Plan, readIn } from "../../test/code-rules/query-plan";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { BANKS_OF_ROWS, fillPayments } from "../../test/rows/payment-rows";
import { MAX_HITS, paymentFilter, readFilter } from "./list-filter";
import { completedSql, keysetPageSql } from "./list-filter-store";
import { banksSql, countSql, idHitsSql, spanHitsSql, termHitsSql } from "./list-store";
import { PAYMENT_STAGES } from "./list-terms";

const ROWS = sizeOf("rows in plan tests");
const LIMIT = 26;
/** Three currencies, six stages, three flows. */
const PARTITIONS = 54;

let ctx: Ctx;
let merchantId: string;
let lapsed: number;

beforeAll(async () => {
  const tenants = [await newTenant(), await newTenant(), await newTenant()];
  merchantId = tenants[0]?.merchantId ?? "";
  const actor = { kind: "user", id: null } as const;
  ctx = { caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false }, requestId: "test", ip: null };
  await query(async (client) => {
    const ids = tenants.map((tenant) => tenant.merchantId);
    await fillPayments(client, ids, ROWS);
    const sql = "SELECT count(*)::int AS n FROM payment_requests WHERE status = 'pending' AND expires_at <= app_now()";
    lapsed = (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
    expect(lapsed).toBeGreaterThan(ROWS / 4_000);
  });
}, FILL_TIMEOUT_MS);

/** How many payments were read, in the table or an index; and whether any table was read without an index. */
const touched = (nodes: readonly Plan[]) => ({
  rows: readIn(nodes, /^payment_/).rows,
  isScan: readIn(nodes).isScan,
});

const filterOf = (input: Record<string, unknown>) =>
  readFilter(ctx, merchantId, paymentFilter.parse({ test: false, ...input }));
/** How many of the merchant's live payments are of amounts from one to another, in minor units. */
const paidBetween = async (from: number, to: number) => {
  const sql = `SELECT count(*)::int AS n FROM payment_requests
      WHERE merchant_id = $1 AND NOT test AND amount BETWEEN $2 AND $3`;
  return (await query<{ n: number }>(sql, [merchantId, from, to])).rows[0]?.n ?? 0;
};
const page = async (input: Record<string, unknown>, from: { at: Date; id: string } | null = null) => {
  const { stages = [], ...rest } = paymentFilter.parse({ test: false, ...input });
  return keysetPageSql(await filterOf(rest), { stages, towards: "older", from, limit: LIMIT });
};

const FILTERS: [string, Record<string, unknown>][] = [
  ["everything", {}],
  ["tests", { test: true }],
  ...PAYMENT_STAGES.map((stage): [string, Record<string, unknown>] => [stage, { stages: [stage] }]),
  ["a rare currency", { currency: ["PLN"] }],
  ["three stages, one of which some lapse to", { stages: ["open", "failed", "expired"] }],
  ["two currencies", { currency: ["GBP", "PLN"] }],
  ["one bank", { bankIds: [BANKS_OF_ROWS[7]] }],
  ["two banks", { bankIds: [BANKS_OF_ROWS[7], BANKS_OF_ROWS[8]] }],
  ["a bank without payments", { bankIds: ["00000000-0000-4000-8000-ffffffffffff"] }],
  ["one flow", { flow: "redirect" }],
  ["a flow that there is none of", { flow: "link" }],
  ["one amount", { amountFrom: "80.19", amountTo: "80.19" }],
  ["an amount without payments", { amountFrom: "9999", amountTo: "9999" }],
  ["amounts that most are in", { amountTo: "400" }],
  ["late ones", { flag: "late" }],
  ["returned ones", { flag: "returned" }],
  ["ones that need review", { flag: "needs_review" }],
  ["one customer", { customer: "id:C-124" }],
  ["the last day", { from: new Date(Date.now() - 86_400_000).toISOString() }],
];

describe("a page of payments", () => {
  it.each(FILTERS)("of %s reads one page of each index partition only", async (_name, input) => {
    const { rows, isScan } = touched(await nodesOf(await page(input)));
    expect(isScan).toBe(false);
    // Once in the index, and once in the table where a page is not all-visible yet.
    expect(rows).toBeLessThanOrEqual(2 * PARTITIONS * LIMIT + 2 * lapsed);
  });

  it("costs the same at the far end of the list", async () => {
    const sql =
      "SELECT id, created_at AS at FROM payment_requests WHERE merchant_id = $1 ORDER BY created_at LIMIT 1 OFFSET 60";
    const [last] = (await query<{ id: string; at: Date }>(sql, [merchantId])).rows;
    const { rows, isScan } = touched(await nodesOf(await page({}, last ?? null)));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * PARTITIONS * LIMIT);
  });

  it.each(FILTERS)("of %s is counted without reading the table", async (_name, input) => {
    const { stages: _, ...rest } = input;
    expect(touched(await nodesOf(countSql(await filterOf(rest), ROWS))).isScan).toBe(false);
  });

  it("of amounts that few are in reads these alone; control: without candidates it reads the list to its end", async () => {
    const filter = await filterOf({ amountFrom: "80", amountTo: "84" });
    const few = await paidBetween(8_000, 8_400);
    expect(filter.ids).toHaveLength(few);
    const hits = spanHitsSql(filter, filter.currencies, MAX_HITS + 1);
    const ofFilter = (of: typeof filter) =>
      keysetPageSql(of, { stages: [], towards: "older", from: null, limit: LIMIT });
    for (const sql of [hits, ofFilter(filter), countSql(filter, ROWS)]) {
      const { rows, isScan } = touched(await nodesOf(sql));
      expect(isScan).toBe(false);
      expect(rows).toBeLessThanOrEqual(2 * few);
    }
    expect(touched(await nodesOf(ofFilter({ ...filter, ids: null }))).rows).toBeGreaterThan(20 * few);
  });
});

/** The queries of a search: for an id, and for the candidates of each of its terms. */
const searchesOf = async (search: string) => {
  const of = { merchantId, test: false };
  const { terms } = await filterOf({ search });
  return [idHitsSql(of, search, MAX_HITS), ...terms.map((term) => termHitsSql(of, term, MAX_HITS + 1))];
};
const costOf = async (sqls: readonly Prisma.Sql[], before: string[] = []) => {
  const each = [];
  for (const sql of sqls) each.push(touched(await nodesOf(sql, before)));
  return { rows: each.reduce((sum, { rows }) => sum + rows, 0), isScan: each.some(({ isScan }) => isScan) };
};

describe("a search", () => {
  it.each([
    ["a whole order", "ORD-00012340", 3],
    ["the end of an id", "0badcafe", 3],
    ["an unknown end-to-end id", "BKS00000000", 3],
    ["a uuid", "0191e0a8-0000-7000-8000-000000000000", 3],
    ["an e-mail address", "s4998@example.com", 30],
    ["an amount that occurs seldom", "80.19", ROWS / 50],
  ])("for %s reads its candidates only", async (_name, search, most) => {
    const { rows, isScan } = await costOf(await searchesOf(search));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * most);
  });

  it.each(["ord", "sh", "bank 1", "order 77 shopper"])(
    "for %s, however frequent, reads no more than its limit of each kind and term",
    async (search) => {
      const { rows, isScan } = await costOf(await searchesOf(search));
      expect(isScan).toBe(false);
      const banks = search.startsWith("bank") ? 2 * BANKS_OF_ROWS.length : 0;
      expect(rows).toBeLessThanOrEqual((2 * search.split(" ").length + banks) * (MAX_HITS + 1));
    },
  );

  it.each(["ORD-00012340", "shopper 12", "order", "80.19"])(
    "for %s shows and counts its page by the candidates, or by the newest payments",
    async (search) => {
      const filter = await filterOf({ search });
      const first = touched(await nodesOf(await page({ search })));
      expect(first.isScan).toBe(false);
      // Each candidate, with the words of its payment, once for what is stored and once for what has lapsed.
      expect(first.rows).toBeLessThanOrEqual(15 * MAX_HITS);
      if (filter.ids !== null)
        expect(touched(await nodesOf(countSql(filter, ROWS))).rows).toBeLessThanOrEqual(15 * MAX_HITS);
    },
  );
});

describe("the completed amounts of a filter", () => {
  it("are summed up to the limit, by the index of the list", async () => {
    const { rows, isScan } = touched(await nodesOf(completedSql(await filterOf({}), 500)));
    expect(isScan).toBe(false);
    // Each partition up to the limit, twice where a page is not all-visible, and the rows that are summed.
    expect(rows).toBeLessThanOrEqual(2 * 9 * 500 + 500);
  });
});

it("the currencies and banks of the filter are found by steps through the index", async () => {
  const of = { merchantId, test: false };
  for (const sql of [currencyStepsSql("payment_requests", of), banksSql(of, 300)]) {
    const { rows, isScan } = touched(await nodesOf(sql));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * (BANKS_OF_ROWS.length + 4));
  }
});

describe("control: without their indexes the same queries read more rows", () => {
  it.each([
    ["everything", {}, "payment_requests_list"],
    ["one amount", { amountFrom: "80.19", amountTo: "80.19" }, "payment_requests_of_amount"],
    ["late ones", { flag: "late" }, "payment_requests_list_late"],
  ])("%s", async (_name, input, index) => {
    const sql = await page(input);
    const before = touched(await nodesOf(sql)).rows;
    // Indexes for other queries would be used instead.
    const indexes = "SELECT indexname FROM pg_indexes WHERE tablename = 'payment_requests'";
    const others = (await query<{ indexname: string }>(indexes)).rows.map(({ indexname }) => indexname);
    const kept = /_pkey|_key|_list|_of_|_by_|_to_end|_one_live/;
    const dropped = [index, ...others.filter((other) => !kept.test(other))].map((name) => `DROP INDEX ${name}`);
    expect(touched(await nodesOf(sql, dropped)).rows).toBeGreaterThan(5 * before);
  });

  it("a search", async () => {
    const { rows } = await costOf(await searchesOf("00012340"), ["DROP INDEX payment_search_terms_by_term"]);
    expect(rows).toBeGreaterThan(1_000);
  });
});
