import { beforeAll, describe, expect, it } from "vitest";
import { query } from "../../../test/database";
import { ctx, newTenant } from "../../../test/rows/fixtures";
import { fillLinks } from "../../../test/rows/link-rows";
import { LINK_STATUSES, type LinkStatus } from "../rules";
import type { LinkSort } from "../schema";
import { browsePaymentLinks, listLinkCurrencies, readExportedLinks } from "./browse-payment-links";

const LINKS = 3_000;
const LIMIT = 25;
/** By time and amount in both directions, and by change. */
const SORTS: readonly LinkSort[] = ["created_at:desc", "updated_at:asc", "amount:asc", "amount:desc"];

type Fact = {
  id: string;
  status: LinkStatus;
  currency: string;
  amount: number;
  test: boolean;
  order: string;
  created_at: Date;
  updated_at: Date;
};

let merchantId: string;
let facts: Fact[];

beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  const { merchantId: other } = await newTenant();
  facts = await query(async (client) => {
    await fillLinks(client, [merchantId, other], LINKS);
    // The expected result, without the list status and counts that lists use.
    const { rows } = await client.query<Fact>(
      `SELECT id, currency, amount::int, test, order_id AS "order", created_at, updated_at,
         CASE WHEN used_at IS NOT NULL THEN 'used' WHEN cancelled_at IS NOT NULL THEN 'cancelled'
           WHEN expires_at <= app_now() THEN 'expired' ELSE 'active' END AS status
       FROM payment_links WHERE merchant_id = $1`,
      [merchantId],
    );
    return rows;
  });
});

const middle = () => facts[Math.floor(facts.length / 2)]?.created_at.toISOString() ?? "";
const FILTERS: [string, () => Record<string, string>, (fact: Fact) => boolean][] = [
  ["everything", () => ({}), () => true],
  ["a rare currency", () => ({ currency: "PLN" }), ({ currency }) => currency === "PLN"],
  ["a currency that none has", () => ({ currency: "USD" }), () => false],
  ["one amount", () => ({ amountFrom: "3", amountTo: "3" }), ({ amount }) => amount === 300],
  [
    "a span of amounts in one currency",
    () => ({ amountFrom: "1.5", amountTo: "2.25", currency: "GBP" }),
    ({ amount, currency }) => amount >= 150 && amount <= 225 && currency === "GBP",
  ],
  ["the time from a moment on", () => ({ from: middle() }), ({ created_at: at }) => at >= new Date(middle())],
  ["the time before it", () => ({ to: middle() }), ({ created_at: at }) => at < new Date(middle())],
  [
    "a search in one currency",
    () => ({ search: "ORD-0000", currency: "GBP" }),
    ({ order, currency }) => order.includes("ORD-0000") && currency === "GBP",
  ],
];

function expected(is: (fact: Fact) => boolean, sort: LinkSort, status?: LinkStatus): string[] {
  const [column, direction] = sort.split(":") as ["created_at" | "updated_at" | "amount", "asc" | "desc"];
  const sign = direction === "asc" ? 1 : -1;
  return facts
    .filter((fact) => !fact.test && is(fact) && (status === undefined || fact.status === status))
    .toSorted((a, b) => sign * (Number(a[column]) - Number(b[column]) || (a.id < b.id ? -1 : 1)))
    .map(({ id }) => id);
}

const browse = (input: Record<string, string>, sort: LinkSort, cursor?: string) =>
  browsePaymentLinks(ctx, { merchantId, test: false, ...input, sort, limit: LIMIT, ...(cursor ? { cursor } : {}) });
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("the Console's list of links", () => {
  it.each(FILTERS.flatMap(([name, input, is]) => SORTS.map((sort) => [name, sort, input, is] as const)))(
    "filtered by %s, sorted by %s, returns the matching links page by page, forward and back, and counts them",
    async (_name, sort, input, is) => {
      const wanted = expected(is, sort);
      let page = await browse(input(), sort);
      for (const status of LINK_STATUSES) {
        expect([status, page.counts[status]]).toEqual([
          status,
          { count: expected(is, sort, status).length, orMore: false },
        ]);
      }
      const pages = [ids(page.items)];
      while (page.older !== null && pages.length < 6) {
        page = await browse(input(), sort, page.older);
        pages.push(ids(page.items));
      }
      expect(pages.flat()).toEqual(wanted.slice(0, 6 * LIMIT));
      for (const earlier of pages.slice(0, -1).reverse()) {
        page = await browse(input(), sort, page.newer ?? "");
        expect(ids(page.items)).toEqual(earlier);
      }
      expect(page.newer).toBeNull();
    },
  );

  it.each(LINK_STATUSES)("of status %s applies the rest of the filter", async (status) => {
    const is = ({ currency }: Fact) => currency === "GBP";
    const input = { currency: "GBP", status };
    const { rows } = await readExportedLinks(ctx, {
      merchantId,
      test: false,
      ...input,
      sort: "amount:asc",
      limit: LINKS,
    });
    expect(ids(rows)).toEqual(expected(is, "amount:asc", status));
    expect(ids((await browse(input, "amount:asc")).items)).toEqual(expected(is, "amount:asc", status).slice(0, LIMIT));
  });

  it("returns the merchant's currencies, and refuses an invalid cursor and an inverted span", async () => {
    expect(await listLinkCurrencies(ctx, { merchantId, test: false })).toEqual(["EUR", "GBP", "PLN"]);
    for (const cursor of ["", "x", Buffer.from("older 1 x").toString("base64url")]) {
      const refused = browsePaymentLinks(ctx, { merchantId, test: false, sort: "amount:asc", limit: LIMIT, cursor });
      await expect(refused).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    const upsideDown = browse({ amountFrom: "3", amountTo: "2" }, "amount:asc");
    await expect(upsideDown).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
