import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { type PaymentFilterInput, paymentFilter } from "./list-filter";
import { listPayments, totalPayments } from "./list-payments";

// Lists that a frequent search word or a customer narrows.

let merchantId: string;
let ctx: Ctx;

/** Adds payments `Order 1` and so on: of one customer, and three of them failed. */
const add = (count: number, customerId: string) =>
  query(
    `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
         order_id, locale, test, customer, expires_at, status)
       SELECT gen_random_uuid(), $1, 'embedded', sha256(($2 || n)::bytea), '', 100, 'EUR', 'Order ' || n, 'O', 'en', false,
         jsonb_build_object('id', $2::text), app_now() + interval '1 day',
         CASE WHEN n <= 3 THEN 'failed' ELSE 'completed' END FROM generate_series(1, $3::int) AS n`,
    [merchantId, customerId, count],
  );

beforeAll(async () => {
  ({ merchantId } = await newTenant());
  const actor = { kind: "user", id: null } as const;
  ctx = { caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false }, requestId: "test", ip: null };
  await add(2_100, "C-10");
  await add(5, "C-1");
});

const inputOf = (filter: Partial<PaymentFilterInput>) => ({ ...paymentFilter.parse({ test: false, ...filter }) });
const totalOf = (filter: Partial<PaymentFilterInput>) => totalPayments(ctx, inputOf(filter));
const exactly = (count: number) => ({ count, orMore: false });

describe("the total of a search for a frequent word", () => {
  it("is unknown, also where the other filters leave few payments: counting them would read the whole list", async () => {
    expect(await totalOf({ search: "order" })).toEqual({ count: null, completed: null });
    expect(await totalOf({ search: "order", stages: ["failed"] })).toEqual({ count: null, completed: null });
    const { items } = await listPayments(ctx, { ...inputOf({ search: "order", stages: ["failed"] }), limit: 25 });
    expect(items.length).toBe(6);
  });
});

describe("the list of a customer's payments", () => {
  it("has these alone, with their number and sum", async () => {
    const { items, counts } = await listPayments(ctx, { ...inputOf({ customer: "id:C-1" }), limit: 25 });
    expect([items.length, counts?.failed, counts?.completed]).toEqual([5, exactly(3), exactly(2)]);
    expect(await totalOf({ customer: "id:C-1" })).toEqual({
      count: exactly(5),
      completed: [{ currency: "EUR", amount: 200 }],
    });
  });

  it("has their sum less what was returned, and no sum of zero", async () => {
    const customer = "id:C-1";
    const returned = (amount: number | null, most: number) =>
      query(
        `UPDATE payment_requests SET reversed_amount = $1 WHERE id IN (SELECT id FROM payment_requests
           WHERE customer ->> 'id' = 'C-1' AND status = 'completed' ORDER BY id LIMIT $2)`,
        [amount, most],
      );
    await returned(30, 1);
    expect((await totalOf({ customer })).completed).toEqual([{ currency: "EUR", amount: 170 }]);
    await returned(100, 2);
    expect((await totalOf({ customer })).completed).toEqual([]);
    await returned(null, 2);
  });

  it("is narrowed further by a search, a status and a time", async () => {
    const customer = "id:C-1";
    expect((await totalOf({ customer, search: "order 4" })).count).toEqual(exactly(1));
    expect((await totalOf({ customer, stages: ["failed"] })).count).toEqual(exactly(3));
    expect((await totalOf({ customer, to: "2020-01-01T00:00:00.000Z" })).count).toEqual(exactly(0));
  });

  it("control: a search for the customer's id finds those of other customers too", async () => {
    expect(await totalOf({ search: "C-1" })).toEqual({ count: null, completed: null });
  });
});
