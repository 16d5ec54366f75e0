import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../../../verification/depth";
import type { TenantScope } from "../../../lib/db";
import { currencyStepsSql } from "../../../lib/money/currency-spans";
import { FILL_TIMEOUT_MS, nodesOf, type Plan, readIn } from "../../../test/code-rules/query-plan";
import { query } from "../../../test/database";
import { newPartner, newTenant } from "../../../test/rows/fixtures";
import { fillLinks } from "../../../test/rows/link-rows";
import { LINK_STATUSES, type LinkStatus } from "../rules";
import { LINK_SORTS, type LinkSort } from "../schema";
import type { LinkFilter, LinkNarrowing } from "./list-filter-store";
import { countSql, countsSql, keysetPageSql, pageSql, searchSql } from "./list-store";

const LINKS = sizeOf("rows in plan tests");
const LIMIT = 25;
/** Two modes with four list statuses. */
const PARTITIONS = 8;

const owners = ["merchant", "partner", "admin"] as const;
let scopes: Record<(typeof owners)[number], TenantScope>;
let merchants: number;
let lapsed: number;

beforeAll(async () => {
  const partner = await newPartner();
  const tenants = [];
  for (let number = 0; number < 4; number++) tenants.push(await newTenant({ partnerId: partner.partnerId }));
  const merchantIds = tenants.map(({ merchantId }) => merchantId);
  merchants = merchantIds.length;
  scopes = {
    merchant: { merchantId: merchantIds[0] ?? "", testOnly: false },
    partner: { partnerId: partner.partnerId, testOnly: false },
    admin: { testOnly: false },
  };
  await query(async (client) => {
    await fillLinks(client, merchantIds, LINKS);
    const sql = "SELECT count(*)::int AS n FROM payment_links WHERE list_status = 'active' AND expires_at <= app_now()";
    lapsed = (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
    expect(lapsed).toBeGreaterThan(LINKS / 400);
  });
}, FILL_TIMEOUT_MS);

const touched = (nodes: readonly Plan[]) => readIn(nodes, /^payment_links/);

const page = (filter: LinkFilter, sort: LinkSort = "created_at:desc", offset = 0n) =>
  pageSql(filter, { sort, limit: LIMIT, offset }, BigInt(LINKS));

/** Of very many links, some have the same words in another order and are read too. */
const ALIKE = LINKS > 50_000 ? LINKS / 5_000 : 0;
const find = (owner: (typeof owners)[number], search: string) =>
  searchSql({ scope: scopes[owner] }, search, { sort: "amount:asc", limit: LIMIT, offset: 0n });

describe.each(owners)("for a caller who is a %s", (owner) => {
  const filters: [string, (scope: TenantScope) => LinkFilter][] = [
    ["everything", (scope) => ({ scope })],
    ["tests", (scope) => ({ scope: { ...scope, testOnly: true } })],
    ["live ones", (scope) => ({ scope, test: false })],
    ...LINK_STATUSES.map((status): [string, (scope: TenantScope) => LinkFilter] => [
      status,
      (scope) => ({ scope, status }),
    ]),
  ];

  it.each(filters.flatMap(([name, filter]) => LINK_SORTS.map((sort) => [name, sort, filter] as const)))(
    "the first page of %s, %s, reads a page of each index partition and the lapsed links only",
    async (_name, sort, filter) => {
      const { rows, isScan } = touched(await nodesOf(page(filter(scopes[owner]), sort)));
      expect(isScan).toBe(false);
      const partitions = PARTITIONS * (owner === "merchant" ? 1 : merchants);
      expect(rows).toBeLessThanOrEqual((partitions + 1) * LIMIT + 2 * lapsed);
    },
  );

  it.each(filters)("the total of %s counts lapsed links only", async (_name, filter) => {
    const { rows, isScan } = touched(await nodesOf(countSql(filter(scopes[owner]))));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * lapsed);
  });

  it("a deep page uses an index, and the last page reads as many rows as the first", async () => {
    const filter = { scope: scopes[owner] };
    const lookedAt = async (offset: bigint) => touched(await nodesOf(page(filter, "created_at:desc", offset)));
    expect((await lookedAt(BigInt(Math.floor(LINKS * 0.2)))).isScan).toBe(false);
    expect((await lookedAt(BigInt(LINKS - LIMIT))).rows).toBe((await lookedAt(0n)).rows);
  });

  it("a batch of an export reads a batch of each index partition, wherever it begins", async () => {
    const id = "00000000-0000-0000-0000-000000000000";
    for (const daysAgo of [-40, 0, 15]) {
      const from = { key: BigInt(Date.now() - daysAgo * 24 * 3_600_000), id };
      const sql = keysetPageSql(
        { scope: scopes[owner], test: false },
        { sort: "created_at:desc", towards: "older", limit: LIMIT, from },
      );
      const { rows, isScan } = touched(await nodesOf(sql));
      expect(isScan).toBe(false);
      expect(rows).toBeLessThanOrEqual((PARTITIONS / 2) * (owner === "merchant" ? 1 : merchants) * LIMIT + LIMIT);
    }
  });

  it.each([
    ["a whole order id", "ORD-00012341", 1],
    ["the end of one", "12341", 2],
    ["no match", "ORD-99999999", 0],
  ])("a search for %s reads its matches only", async (_name, search, most) => {
    const { rows, isScan } = touched(await nodesOf(find(owner, search)));
    expect(isScan).toBe(false);
    // Once in the index, once in the table; a page reads its rows again.
    expect(rows).toBeLessThanOrEqual(3 * most + ALIKE);
  });
});

/** Three currencies, four list statuses. */
const NARROW_PARTITIONS = 12;
const span = (currency: string, amount: bigint | null = null) => ({ currency, atLeast: amount, atMost: amount });
const ALL = ["EUR", "GBP", "PLN"];
const NARROWED: [string, LinkNarrowing][] = [
  ["a rare currency", { currencies: [span("PLN")], from: null, to: null }],
  ["one amount", { currencies: ALL.map((code) => span(code, 317n)), from: null, to: null }],
  ["the last day", { currencies: ALL.map((code) => span(code)), from: new Date(Date.now() - 86_400_000), to: null }],
];
const narrowed = (narrow: LinkNarrowing, status?: LinkStatus): LinkFilter => ({
  scope: scopes.merchant,
  test: false,
  status,
  narrow,
});
const newest = { sort: "created_at:desc", towards: "older", limit: LIMIT, from: null } as const;

describe("filtered by amount, currency or time", () => {
  it.each(NARROWED)("a page of %s reads a page of each index partition, forward and back", async (_name, narrow) => {
    for (const status of [undefined, ...LINK_STATUSES]) {
      for (const towards of ["older", "newer"] as const) {
        const { rows, isScan } = touched(
          await nodesOf(keysetPageSql(narrowed(narrow, status), { ...newest, towards })),
        );
        expect(isScan).toBe(false);
        // Once in the index, and once in the table where a page is not all-visible yet.
        expect(rows).toBeLessThanOrEqual(2 * (NARROW_PARTITIONS + 1) * LIMIT + 2 * lapsed);
      }
    }
  });

  it.each(NARROWED)("%s is counted without reading the table", async (_name, narrow) => {
    expect(touched(await nodesOf(countsSql(narrowed(narrow), LINKS))).isScan).toBe(false);
  });

  it("the currencies of the filter are found by steps through the index", async () => {
    const view = { merchantId: scopes.merchant.merchantId ?? "", test: false };
    const { rows, isScan } = touched(await nodesOf(currencyStepsSql("payment_links", view)));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * (ALL.length + 1));
  });

  // Also without an index for another query, which would be used instead.
  it.each([
    ["a rare currency", ["payment_links_of_currency", "payment_links_of_amount"]],
    ["one amount", ["payment_links_of_amount", "payment_links_by_amount"]],
  ])("control: without its index %s reads more rows", async (name, indexes) => {
    const narrow = NARROWED.find(([one]) => one === name)?.[1];
    if (!narrow) throw new Error("no such filter");
    const sql = keysetPageSql(narrowed(narrow), newest);
    const before = touched(await nodesOf(sql)).rows;
    const dropped = indexes.map((index) => `DROP INDEX ${index}`);
    expect(touched(await nodesOf(sql, dropped)).rows).toBeGreaterThan(5 * before);
  });
});

describe("control: without their indexes the same queries read more rows", () => {
  it.each([
    ["created_at:desc", "payment_links_by_created_at"],
    ["updated_at:asc", "payment_links_by_updated_at"],
    ["amount:desc", "payment_links_by_amount"],
  ] as const)("%s", async (sort, index) => {
    const { rows } = touched(await nodesOf(page({ scope: scopes.merchant }, sort), [`DROP INDEX ${index}`]));
    expect(rows).toBeGreaterThan(LINKS / 2);
  });

  it("search", async () => {
    const { rows } = touched(await nodesOf(find("merchant", "ORD-00012341"), ["DROP INDEX payment_links_search"]));
    expect(rows).toBeGreaterThan(LINKS / 2);
  });
});
