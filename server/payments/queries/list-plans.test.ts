import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import type { Ctx } from "../../lib/context";
import { FILL_TIMEOUT_MS, nodesOf, type Plan } from "../../test/code-rules/query-plan";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { BANKS_OF_ROWS, fillPayments } from "../../test/rows/payment-rows";
import { paymentFilter, readFilter } from "./list-filter";
import { keysetPageSql } from "./list-filter-store";
import { banksSql, countSql, currenciesSql, hitsSql } from "./list-store";
import { PAYMENT_STAGES } from "./list-terms";

const ROWS = sizeOf("rows in plan tests");
const LIMIT = 26;
/** Three currencies, six stages, three flows. */
const PARTITIONS = 54;
const MAX_HITS = 1_001;

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

const number = (node: Plan, name: string) => Number(node[name] ?? 0);
const onPayments = (node: Plan) =>
  node["Relation Name"] === "payment_requests" || String(node["Index Name"] ?? "").startsWith("payment_");

/** How many payments were read, in the table or an index; and whether without an index. */
function touched(nodes: readonly Plan[]): { rows: number; isScan: boolean } {
  const rows = nodes
    .filter(onPayments)
    .map((node) => {
      const removed = number(node, "Rows Removed by Filter") + number(node, "Rows Removed by Index Recheck");
      return (number(node, "Actual Rows") + removed) * Math.max(1, number(node, "Actual Loops"));
    })
    .reduce((sum, some) => sum + some, 0);
  return { rows, isScan: nodes.some((node) => /^(Parallel )?Seq Scan$/.test(node["Node Type"])) };
}

const filterOf = (input: Record<string, unknown>) =>
  readFilter(ctx, merchantId, paymentFilter.parse({ test: false, ...input }));
/** How many of the merchant's live payments are of amounts from one to another, in minor units. */
const paidBetween = (from: number, to: number) =>
  query(async (client) => {
    const sql = `SELECT count(*)::int AS n FROM payment_requests
      WHERE merchant_id = $1 AND NOT test AND amount BETWEEN $2 AND $3`;
    return (await client.query<{ n: number }>(sql, [merchantId, from, to])).rows[0]?.n ?? 0;
  });
const page = async (input: Record<string, unknown>, from: { at: Date; id: string } | null = null) => {
  const { stage = null, ...rest } = paymentFilter.parse({ test: false, ...input });
  return keysetPageSql(await filterOf(rest), { stage, towards: "older", from, limit: LIMIT });
};

const FILTERS: [string, Record<string, unknown>][] = [
  ["everything", {}],
  ["tests", { test: true }],
  ...PAYMENT_STAGES.map((stage): [string, Record<string, unknown>] => [stage, { stage }]),
  ["a rare currency", { currency: "PLN" }],
  ["one bank", { bankId: BANKS_OF_ROWS[7] }],
  ["a bank without payments", { bankId: "00000000-0000-4000-8000-ffffffffffff" }],
  ["one flow", { flow: "redirect" }],
  ["a flow that there is none of", { flow: "link" }],
  ["one amount", { amountFrom: "80.19", amountTo: "80.19" }],
  ["an amount without payments", { amountFrom: "9999", amountTo: "9999" }],
  ["late ones", { flag: "late" }],
  ["returned ones", { flag: "returned" }],
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
    const [last] = await query(async (client) => {
      const sql =
        "SELECT id, created_at AS at FROM payment_requests WHERE merchant_id = $1 ORDER BY created_at LIMIT 1 OFFSET 60";
      return (await client.query<{ id: string; at: Date }>(sql, [merchantId])).rows;
    });
    const { rows, isScan } = touched(await nodesOf(await page({}, last ?? null)));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * PARTITIONS * LIMIT);
  });

  it.each(FILTERS)("of %s is counted without reading the table", async (_name, input) => {
    const { stage: _, ...rest } = input;
    expect(touched(await nodesOf(countSql(await filterOf(rest), ROWS))).isScan).toBe(false);
  });

  it("of a span of amounts reads only the payments of that span to count them", async () => {
    const count = countSql(await filterOf({ amountFrom: "80", amountTo: "90" }), MAX_HITS);
    const { rows, isScan } = touched(await nodesOf(count));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(PAYMENT_STAGES.length * (await paidBetween(8_000, 9_000)) + 2 * lapsed);
    const without = touched(await nodesOf(count, ["DROP INDEX payment_requests_of_amount"])).rows;
    expect(without).toBeGreaterThan(5 * rows);
  });
});

describe("a search", () => {
  it.each([
    ["a whole order", "ORD-00012340", 3],
    ["the end of an id", "0badcafe", 3],
    ["an unknown end-to-end id", "BKS00000000", 3],
    ["a uuid", "0191e0a8-0000-7000-8000-000000000000", 3],
    ["a shopper", "shopper 4999", 30],
  ])("for %s reads its candidates only", async (_name, search, most) => {
    const { rows, isScan } = touched(await nodesOf(hitsSql({ merchantId, test: false }, search, MAX_HITS)));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * most);
  });

  it("for a frequent prefix reads no more than its limit of each kind", async () => {
    const { rows, isScan } = touched(await nodesOf(hitsSql({ merchantId, test: false }, "ord", MAX_HITS)));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * 3 * MAX_HITS);
  });
});

it("the currencies and banks of the filter are found by steps through the index", async () => {
  for (const sql of [currenciesSql({ merchantId, test: false }), banksSql({ merchantId, test: false }, 300)]) {
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
    const others = await query(async (client) => {
      const sql = "SELECT indexname FROM pg_indexes WHERE tablename = 'payment_requests'";
      return (await client.query<{ indexname: string }>(sql)).rows.map(({ indexname }) => indexname);
    });
    const kept = /_pkey|_key|_list|_of_|_by_|_to_end|_one_live/;
    const dropped = [index, ...others.filter((other) => !kept.test(other))].map((name) => `DROP INDEX ${name}`);
    expect(touched(await nodesOf(sql, dropped)).rows).toBeGreaterThan(5 * before);
  });

  it("a search", async () => {
    const { rows } = touched(
      await nodesOf(hitsSql({ merchantId, test: false }, "ORD-00012340", MAX_HITS), [
        "DROP INDEX payment_requests_by_order",
      ]),
    );
    expect(rows).toBeGreaterThan(1_000);
  });
});
