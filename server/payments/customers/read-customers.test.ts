import { beforeEach, describe, expect, it } from "vitest";
import { type Ctx, systemCtx } from "../../lib/context";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { getCustomer, listCustomers } from "./read-customers";

let of: { merchantId: string; test: boolean };
let ctx: Ctx;
beforeEach(async () => {
  of = { merchantId: (await newTenant()).merchantId, test: false };
  const actor = { kind: "user", id: null } as const;
  const caller = { kind: "merchant", merchantId: of.merchantId, actor, scopes: [], testOnly: false } as const;
  ctx = { ...systemCtx("test"), caller };
});

/** Payments of a customer, the first of them `age` minutes old and the others a minute older each. */
async function add(customer: object, { age, count = 1, reference = "R" }: Record<string, unknown>): Promise<void> {
  await query(
    `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
         order_id, locale, test, customer, expires_at, created_at)
       SELECT id, $1, 'embedded', sha256(id::text::bytea), '', 100, 'EUR', $2, 'O', 'en', false, $3,
         app_now() + interval '1 day', app_now() - make_interval(mins => $4::int + n)
       FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(0, $5::int - 1) AS n) AS rows`,
    [of.merchantId, reference, customer, age, count],
  );
}

const SUBSCRIBER = { id: "C-1", name: "Ana Subscriber" };
const RARE = { id: "C-2", name: "Ana Rare" };

describe("a search of customers", () => {
  it("finds a customer whose payments are older than hundreds of another one that matches", async () => {
    await add(SUBSCRIBER, { age: 0, count: 250 });
    await add(RARE, { age: 300 });
    const { items, hasMoreMatches } = await listCustomers(ctx, { ...of, search: "ana" });
    expect(items.map(({ name }) => name)).toEqual(["Ana Subscriber", "Ana Rare"]);
    expect(hasMoreMatches).toBe(false);
  });

  it("says that more may match when it stops at 2,000 payments", async () => {
    await add(SUBSCRIBER, { age: 0, count: 2_000 });
    await add(RARE, { age: 3_000 });
    const { items, hasMoreMatches } = await listCustomers(ctx, { ...of, search: "ana" });
    expect(items.map(({ name }) => name)).toEqual(["Ana Subscriber"]);
    expect(hasMoreMatches).toBe(true);
  });

  it("shows the customers with their last payment, which need not match, and in its order", async () => {
    await add(SUBSCRIBER, { age: 30, reference: "Blue vase" });
    await add(RARE, { age: 20, reference: "Red vase" });
    await add(SUBSCRIBER, { age: 10, reference: "Table" });
    const { items } = await listCustomers(ctx, { ...of, search: "vase" });
    expect(items.map(({ key, last }) => [key, last.paymentReference])).toEqual([
      ["id:C-1", "Table"],
      ["id:C-2", "Red vase"],
    ]);
    expect(items).toEqual((await listCustomers(ctx, of)).items);
  });
});

it("a customer's name, address, telephone number and country are each of the newest payment that has it", async () => {
  const id = "C-3";
  await add({ id, email: "old@shop.example", country: "PT" }, { age: 40 });
  await add({ id, email: "rita@shop.example", phone: "+351912345678" }, { age: 30 });
  await add({ id, name: "Rita Melo" }, { age: 20 });
  await add({ id }, { age: 10 });
  const shown = { name: "Rita Melo", email: "rita@shop.example", customerId: id };
  const customer = await getCustomer(ctx, { ...of, key: `id:${id}` });
  expect(customer).toMatchObject({ ...shown, phone: "+351912345678", country: "PT" });
  expect((await listCustomers(ctx, of)).items).toMatchObject([shown]);
});
