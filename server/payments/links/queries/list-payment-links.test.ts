import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../../test/client";
import { moveClock, query } from "../../../test/database";
import { newPartner, newTenant, type Tenant, tokenFor } from "../../../test/rows/fixtures";
import { fillLinks } from "../../../test/rows/link-rows";
import { LINK_STATUSES } from "../rules";
import { LINK_SORTS } from "../schema";

const LINKS = 600;

type Row = { id: string; merchant_id: string; test: boolean; status: string; keys: Record<string, number> };
type Listed = { id: string };
type Pagination = { total: number; page: number; limit: number; totalPages: number } & Record<
  "hasNextPage" | "hasPreviousPage",
  boolean
>;

let large: Tenant;
let small: Tenant;
let foreign: Tenant;
let tokens: Record<"merchant" | "partner" | "admin" | "test_only", string>;

beforeAll(async () => {
  const partner = await newPartner();
  large = await newTenant({ partnerId: partner.partnerId, brandName: "Große Töpferei" });
  small = await newTenant({ partnerId: partner.partnerId });
  foreign = await newTenant();
  tokens = {
    merchant: large.token,
    partner: partner.token,
    admin: await tokenFor("admin"),
    test_only: await tokenFor({ merchantId: large.merchantId }, { testOnly: true }),
  };
  const merchantIds = [large.merchantId, small.merchantId, foreign.merchantId];
  await query((client) => fillLinks(client, merchantIds, LINKS));
});

/** The page of a query. */
async function pageOf(token: string, given: Record<string, string> = {}) {
  const reply = await call("listPaymentLinks", undefined, { token, query: given });
  expect(reply.status, reply.text).toBe(200);
  const { data, pagination } = JSON.parse(reply.text) as { data: Listed[]; pagination: Pagination };
  return { ids: data.map(({ id }) => id), data, pagination };
}

/** Every link in the table, with its status by a second implementation of the rule. */
const rowsOf = async () => {
  const sql = `SELECT id, merchant_id, test, CASE WHEN used_at IS NOT NULL THEN 'used'
      WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN expires_at <= app_now() THEN 'expired' ELSE 'active' END AS status,
      jsonb_build_object('amount', amount, 'created_at', extract(epoch FROM created_at),
        'updated_at', extract(epoch FROM updated_at)) AS keys FROM payment_links`;
  return (await query<Row>(sql)).rows;
};

const isSeenBy: Record<keyof typeof tokens, (row: Row) => boolean> = {
  merchant: (row) => row.merchant_id === large.merchantId,
  partner: (row) => row.merchant_id !== foreign.merchantId,
  admin: () => true,
  test_only: (row) => row.merchant_id === large.merchantId && row.test,
};

function inOrder(rows: readonly Row[], sort: string): string[] {
  const [field = "", direction] = sort.split(":");
  const sign = direction === "asc" ? 1 : -1;
  const compare = (a: Row, b: Row) => (a.keys[field] ?? 0) - (b.keys[field] ?? 0) || (a.id < b.id ? -1 : 1);
  return rows.toSorted((a, b) => sign * compare(a, b)).map(({ id }) => id);
}

describe("reading all pages returns each link once, in order", () => {
  const callers = ["merchant", "partner", "admin", "test_only"] as const;
  it.each(callers.flatMap((caller) => LINK_SORTS.map((sort) => [caller, sort] as const)))(
    "%s, %s",
    async (caller, sort) => {
      const seen = (await rowsOf()).filter(isSeenBy[caller]);
      expect(seen.length).toBeGreaterThan(20);
      for (const status of [undefined, ...LINK_STATUSES]) {
        const expected = inOrder(
          seen.filter((row) => status === undefined || row.status === status),
          sort,
        );
        const limit = 89;
        const totalPages = Math.ceil(expected.length / limit);
        const read: string[] = [];
        for (let page = 1; page <= totalPages + 1; page++) {
          const given = { sort, page: String(page), limit: String(limit), ...(status ? { status } : {}) };
          const { ids, pagination } = await pageOf(tokens[caller], given);
          expect(pagination).toEqual({
            total: expected.length,
            page,
            limit,
            totalPages,
            hasNextPage: page < totalPages,
            hasPreviousPage: page > 1,
          });
          read.push(...ids);
        }
        expect(read).toEqual(expected);
      }
    },
  );
});

describe("GET /payment-links", () => {
  it("returns the 25 newest by default, each with exactly the contract's keys", async () => {
    const { data, pagination } = await pageOf(large.token);
    const seen = (await rowsOf()).filter(isSeenBy.merchant);
    expect(data.map(({ id }) => id)).toEqual(inOrder(seen, "created_at:desc").slice(0, 25));
    expect(pagination).toMatchObject({ page: 1, limit: 25, total: seen.length });
    const keys =
      "amount created_at currency expires_at first_viewed_at id link_type merchant order_id payment_reference";
    for (const item of data) {
      expect(Object.keys(item).sort().join(" ")).toBe(`${keys} payment_request_id status updated_at views_count`);
      expect(item).toMatchObject({
        merchant: { id: large.merchantId, brand_name: "Große Töpferei" },
        link_type: "single_use",
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        payment_request_id: null,
      });
    }
  });

  it.each([
    [{ page: "0" }, "page"],
    [{ page: "-1" }, "page"],
    [{ page: "1.5" }, "page"],
    [{ page: "1e3" }, "page"],
    [{ page: "" }, "page"],
    [{ page: "9007199254740992" }, "page"],
    [{ page: "9".repeat(400) }, "page"],
    [{ limit: "0" }, "limit"],
    [{ limit: "101" }, "limit"],
    [{ limit: "all" }, "limit"],
    [{ sort: "created_at" }, "sort"],
    [{ sort: "created_at:DESC" }, "sort"],
    [{ sort: "id:asc" }, "sort"],
    [{ sort: "amount:asc; DROP TABLE payment_links" }, "sort"],
    [{ sort: "constructor:asc" }, "sort"],
    [{ status: "paid" }, "status"],
    [{ status: "Active" }, "status"],
    [{ status: "" }, "status"],
    [{ merchant_id: "7" }, "merchant_id"],
    [{ search: "" }, "search"],
    [{ search: "x".repeat(101) }, "search"],
    [{ search: "a\0b" }, "search"],
    [{ merchantId: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" }, "merchantId"],
    [{ Status: "used" }, "Status"],
  ])("400 VALIDATION_ERROR, and nothing is clamped: %j", async (given, field) => {
    const reply = await call("listPaymentLinks", undefined, {
      token: large.token,
      query: given as Record<string, string>,
    });
    expect([reply.status, reply.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.error.metadata?.errors?.map((error) => error.field)).toEqual([field]);
  });

  it("accepts the limits of each parameter, and returns an empty page past the end", async () => {
    const page = String(Number.MAX_SAFE_INTEGER);
    for (const more of [{}, { search: "ord" }, { status: "expired" }, { sort: "amount:asc" }]) {
      const { ids, pagination } = await pageOf(tokens.admin, { page, limit: "100", ...more });
      expect([ids, pagination.hasNextPage, pagination.hasPreviousPage]).toEqual([[], false, true]);
      expect(pagination.total).toBeGreaterThan(0);
    }
    expect((await pageOf(large.token, { limit: "1" })).ids).toHaveLength(1);
    expect((await pageOf(large.token, { search: "x".repeat(100) })).pagination).toMatchObject({
      total: 0,
      totalPages: 0,
    });
  });

  it("applies the rule of merchant_id for each caller", async () => {
    const unknown = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
    const answerFor = async (token: string, merchant_id: string) => {
      const reply = await call("listPaymentLinks", undefined, { token, query: { merchant_id } });
      return reply.status === 200 ? JSON.parse(reply.text).pagination.total : reply.error.code;
    };
    const count = async (id: string) => (await rowsOf()).filter((row) => row.merchant_id === id).length;
    const merchantIds = [large.merchantId, foreign.merchantId, unknown];
    const [own, another] = [await count(large.merchantId), await count(foreign.merchantId)];
    const none = "MERCHANT_NOT_FOUND";
    for (const [token, expected] of [
      [tokens.merchant, [own, none, none]],
      [tokens.partner, [own, none, none]],
      [tokens.admin, [own, another, none]],
    ] as const) {
      expect(await Promise.all(merchantIds.map((id) => answerFor(token, id)))).toEqual(expected);
    }
  });

  it("refuses a credential without the scope `read`", async () => {
    const token = await tokenFor({ merchantId: large.merchantId }, { scopes: ["payments"] });
    expect((await call("listPaymentLinks", undefined, { token })).error.code).toBe("FORBIDDEN_VIEW");
    expect((await call("listPaymentLinks")).error.code).toBe("NO_TOKEN");
  });

  it("shows a link as expired from the second of its end, before the worker has run", async () => {
    const tenant = await newTenant();
    const { data } = await call(
      "createPaymentLink",
      { order: { amount: 5, currency: "EUR" } },
      { token: tenant.token },
    );
    const admin = (status: string) => pageOf(tokens.admin, { status, merchant_id: tenant.merchantId });
    const standing = async () =>
      (await Promise.all([admin("active"), admin("expired")])).map((page) => page.pagination.total);
    await moveClock("6 days 23 hours");
    tokens.admin = await tokenFor("admin");
    expect(await standing()).toEqual([1, 0]);
    await moveClock("1 hour");
    tokens.admin = await tokenFor("admin");
    expect(await standing()).toEqual([0, 1]);
    expect((await admin("expired")).data).toMatchObject([{ id: data.link_id, status: "expired" }]);
  });
});
