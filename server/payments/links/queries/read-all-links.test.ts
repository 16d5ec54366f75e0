import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../../../verification/depth";
import { query } from "../../../test/database";
import { ctx, newTenant } from "../../../test/rows/fixtures";
import { fillLinks } from "../../../test/rows/link-rows";
import { LINK_SORTS } from "../schema";
import { readExportedLinks } from "./browse-payment-links";
import { listPaymentLinks } from "./list-payment-links";

const LINKS = sizeOf("links of a paged list");
const BATCH = 90;

let merchantId: string;

beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  const { merchantId: other } = await newTenant();
  await query((client) => fillLinks(client, [merchantId, other], LINKS));
});

type Filter = { test: boolean; status?: "active" | "used" | "expired" | "cancelled"; search?: string };

type Sort = (typeof LINK_SORTS)[number];

async function allByBatches(filter: Filter, sort: Sort, between = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await readExportedLinks(ctx, { merchantId, ...filter, sort, limit: BATCH, cursor });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.older;
    await between();
  }
  return ids;
}

async function allByPages(filter: Filter, sort: Sort): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await listPaymentLinks(ctx, { merchant_id: merchantId, ...filter, sort, page, limit: 100 });
    pages = answer.pagination.totalPages;
    ids.push(...answer.data.map(({ id }) => id));
  }
  return ids;
}

describe("an export of the whole list", () => {
  it.each<[Sort, Sort]>(LINK_SORTS.map((sort) => [sort, sort.replace("updated_at", "created_at") as Sort]))(
    "in the order %s has the links of all pages by %s",
    async (sort, by) => {
      const ids = await allByBatches({ test: false }, sort);
      expect(ids.length).toBeGreaterThan(BATCH * 5);
      expect(ids).toEqual(await allByPages({ test: false }, by));
    },
  );

  it.each(["updated_at:desc", "updated_at:asc"] as const)(
    "in the order %s has each link once, while links are updated",
    async (sort) => {
      const update = (order: string) => async () => {
        const first = `SELECT id FROM payment_links WHERE merchant_id = $1 AND NOT test ORDER BY updated_at ${order} LIMIT 1`;
        await query(`UPDATE payment_links SET updated_at = app_now() WHERE id = (${first})`, [merchantId]);
      };
      // From the end that is not exported yet, or from the one that is.
      for (const order of ["ASC", "DESC"]) {
        const ids = await allByBatches({ test: false }, sort, update(order));
        expect([ids.length, new Set(ids).size]).toEqual(
          Array(2).fill((await allByPages({ test: false }, sort)).length),
        );
      }
    },
  );

  it.each<[string, Filter]>([
    ["tests", { test: true }],
    ["expired ones, written by the worker or not", { test: false, status: "expired" }],
    ["active ones", { test: false, status: "active" }],
    ["a search", { test: false, search: "ORD-0000" }],
    ["a search for nothing", { test: true, search: "no match at all" }],
  ])("applies the filter of the pages: %s", async (_name, filter) => {
    expect(await allByBatches(filter, "amount:desc")).toEqual(await allByPages(filter, "amount:desc"));
  });
});
