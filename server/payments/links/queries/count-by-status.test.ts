import { beforeAll, describe, expect, it } from "vitest";
import { query } from "../../../test/database";
import { ctx, newTenant } from "../../../test/rows/fixtures";
import { fillLinks } from "../../../test/rows/link-rows";
import { LINK_STATUSES } from "../rules";
import { browsePaymentLinks } from "./browse-payment-links";
import { listPaymentLinks } from "./list-payment-links";

const LINKS = 2_000;

let merchantId: string;

beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  const { merchantId: other } = await newTenant();
  await query((client) => fillLinks(client, [merchantId, other], LINKS));
});

/** The same numbers, counted row by row. */
async function counted(test: boolean, search: string): Promise<Record<string, number>> {
  const sql = `SELECT CASE WHEN used_at IS NOT NULL THEN 'used' WHEN cancelled_at IS NOT NULL THEN 'cancelled'
      WHEN expires_at <= app_now() THEN 'expired' ELSE 'active' END AS status, count(*)::int AS n
    FROM payment_links WHERE merchant_id = $1 AND test = $2
      AND (strpos(lower(payment_reference), $3) > 0 OR strpos(lower(order_id), $3) > 0) GROUP BY 1`;
  const { rows } = await query<{ status: string; n: number }>(sql, [merchantId, test, search.toLowerCase()]);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

describe.each([
  ["the tests", true],
  ["the live ones", false],
])("of %s", (_name, test) => {
  it.each(["", "ORD-0000", "order 1", "no match at all"])(
    "links that match %j are counted by status",
    async (search) => {
      const none = Object.fromEntries(LINK_STATUSES.map((status) => [status, 0]));
      const query = { merchant_id: merchantId, test, ...(search === "" ? {} : { search }) };
      const narrowed = { merchantId, test, ...(search === "" ? {} : { search }) };
      const browsed = await browsePaymentLinks(ctx, { ...narrowed, sort: "created_at:desc", limit: 1 });
      expect(Object.values(browsed.counts).some(({ orMore }) => orMore)).toBe(false);
      const counts = Object.fromEntries(LINK_STATUSES.map((status) => [status, browsed.counts[status].count]));
      expect(counts).toEqual({ ...none, ...(await counted(test, search)) });
      for (const status of LINK_STATUSES) {
        const page = { ...query, status, page: 1, limit: 25, sort: "created_at:desc" } as const;
        const { pagination, data } = await listPaymentLinks(ctx, page);
        expect([status, pagination.total]).toEqual([status, counts[status]]);
        expect(data.every((link) => link.status === status)).toBe(true);
      }
    },
  );
});
