import { beforeAll, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import { type Db, db, Prisma } from "../../lib/db";
import { lastDays, type Span } from "../../lib/zone-days";
import { FILL_TIMEOUT_MS } from "../../test/code-rules/query-plan";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { fillPayments } from "../../test/rows/payment-rows";
import {
  countApprovalTimes,
  countByBank,
  countOutcomes,
  countWaiting,
  findBusiestCurrency,
  findLate,
  findMarked,
  findReturned,
  sumReceived,
} from "./overview-store";

const ROWS = sizeOf("rows in plan tests");

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };

let merchantId: string;

beforeAll(async () => {
  const tenants = [await newTenant(), await newTenant(), await newTenant()];
  merchantId = tenants[0]?.merchantId ?? "";
  await query(async (client) => {
    await fillPayments(
      client,
      tenants.map((tenant) => tenant.merchantId),
      ROWS,
    );
  });
}, FILL_TIMEOUT_MS);

/** The nodes of a query's plan that read payment requests. */
async function nodesOf(ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  const nodes: Plan[] = [];
  const visit = (plan: Plan): void => {
    nodes.push(plan);
    for (const child of plan.Plans ?? []) visit(child);
  };
  const explaining = {
    $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const asked = Prisma.sql(strings, ...(values as Prisma.Sql[]));
      const sql = Prisma.sql`EXPLAIN (FORMAT JSON) ${asked}`;
      const [row] = await db().$queryRaw<[{ "QUERY PLAN": [{ Plan: Plan }] }]>(sql);
      visit(row["QUERY PLAN"][0].Plan);
      return [];
    },
  };
  await ask(explaining as unknown as Db);
  return nodes
    .filter((node) => node["Relation Name"] === "payment_requests")
    .map((node) => `${node["Node Type"]} ${node["Index Name"] ?? ""}`.trim());
}

const mode = () => ({ merchantId, test: false });
const spans = () => lastDays("Europe/Lisbon", new Date(), 14);
const whole = (): Span => ({ from: new Date(Date.now() - 14 * 24 * 3_600_000), to: new Date() });
const recent = () => ({ since: whole().from, limit: 20 });

it("counts the figures by index-only scans", async () => {
  expect(await nodesOf((asked) => sumReceived(asked, mode(), "EUR", spans()))).toEqual([
    "Index Only Scan payment_requests_received",
  ]);
  expect(await nodesOf((asked) => countOutcomes(asked, mode(), "EUR", spans()))).toEqual([
    "Index Only Scan payment_requests_list",
  ]);
  expect(await nodesOf((asked) => countApprovalTimes(asked, mode(), "EUR", whole()))).toEqual([
    "Index Only Scan payment_requests_received",
  ]);
});

it("counts payments by bank by index-only scans", async () => {
  expect(await nodesOf((asked) => countByBank(asked, mode(), "EUR", { ...whole(), limit: 50 }))).toEqual([
    "Index Only Scan payment_requests_list",
    "Index Only Scan payment_requests_received",
    "Index Only Scan payment_requests_of_bank",
  ]);
});

it.each<[string, (asked: Db) => Promise<unknown>]>([
  [
    "the busiest currency",
    (asked) => findBusiestCurrency(asked, mode(), ["EUR", "GBP"], { since: whole().from, upTo: 100 }),
  ],
  ["what waits at a bank", (asked) => countWaiting(asked, mode(), whole().from)],
  ["what was noted", (asked) => findMarked(asked, mode(), 20)],
  ["what came late", (asked) => findLate(asked, mode(), recent())],
  ["what went back", (asked) => findReturned(asked, mode(), recent())],
])("finds %s by an index", async (_, ask) => {
  const nodes = await nodesOf(ask);
  expect(nodes).not.toEqual([]);
  expect(nodes.filter((node) => node.includes("Seq Scan"))).toEqual([]);
});

it("control: finds a sequential scan of a query without an index", async () => {
  const nodes = await nodesOf((asked) => asked.$queryRaw`SELECT id FROM payment_requests WHERE locale = 'en'`);
  expect(nodes).toEqual(["Seq Scan"]);
});
