import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../../../verification/depth";
import { query } from "../../../test/database";
import { ctx, newTenant } from "../../../test/rows/fixtures";
import { fillLinks } from "../../../test/rows/link-rows";
import { LINK_SORTS } from "../schema";
import { readLinkPage } from "./browse-payment-links";
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

async function allByBatches(filter: Filter, sort: (typeof LINK_SORTS)[number]): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await readLinkPage(ctx, { merchantId, ...filter, sort, limit: BATCH, cursor });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.older;
  }
  return ids;
}

async function allByPages(filter: Filter, sort: (typeof LINK_SORTS)[number]): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await listPaymentLinks(ctx, { merchant_id: merchantId, ...filter, sort, page, limit: 100 });
    pages = answer.pagination.totalPages;
    ids.push(...answer.data.map(({ id }) => id));
  }
  return ids;
}

describe("an export of the whole list", () => {
  it.each(LINK_SORTS)("has the links of all pages in the order %s", async (sort) => {
    const ids = await allByBatches({ test: false }, sort);
    expect(ids.length).toBeGreaterThan(BATCH * 5);
    expect(ids).toEqual(await allByPages({ test: false }, sort));
  });

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
