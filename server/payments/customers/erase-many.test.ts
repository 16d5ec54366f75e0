import { beforeAll, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { newId } from "../../lib/ids";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { fillPayments } from "../../test/rows/payment-rows";
import { until } from "../../test/until";
import { eraseCustomer, eraseEndedPayments } from "./erase-customer";

// A customer with more payments than are erased at once.

const PAYMENTS = 1_200;
const AT_ONCE = 500;
let merchantId: string;

beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  await query((client) => fillPayments(client, [merchantId], PAYMENTS * 3));
});

/** Gives a customer so many payments that have ended, and the oldest one of all, which has not. */
async function ordering(customerId: string): Promise<{ ctx: Ctx; oldest: string }> {
  const ofCustomer = `UPDATE payment_requests SET test = false, customer = jsonb_build_object('id', $2::text)`;
  await query(
    `${ofCustomer} WHERE id IN (SELECT id FROM payment_requests WHERE merchant_id = $1 AND status <> 'pending' LIMIT $3)`,
    [merchantId, customerId, PAYMENTS],
  );
  const { rows } = await query<{ id: string }>(
    `${ofCustomer}, created_at = created_at - interval '1 year' WHERE id = (SELECT payment_request_id FROM payment_attempts a
      JOIN payment_requests r ON r.id = payment_request_id WHERE r.merchant_id = $1 AND r.status = 'pending'
      AND r.expires_at > app_now() LIMIT 1) RETURNING id`,
    [merchantId, customerId],
  );
  const oldest = rows[0]?.id ?? "";
  await query(
    `INSERT INTO attempt_payers (attempt_id, remember_consented_at) SELECT id, app_now() FROM payment_attempts
     WHERE payment_request_id = $1`,
    [oldest],
  );
  const actor = { kind: "user", id: null } as const;
  const caller = { kind: "merchant", merchantId, actor, scopes: [], testOnly: false } as const;
  return { ctx: { caller, requestId: "test", ip: null }, oldest };
}

const erase = (ctx: Ctx, id: string) => eraseCustomer(ctx, { merchantId, test: false, key: `id:${id}` });

/** How many payments still name the customer, how many of these are to be erased, consents and accounts. */
async function leftOf(customerId: string) {
  const sql = `SELECT count(*)::int AS named, count(erase_requested_at)::int AS marked,
      (SELECT count(remember_consented_at)::int FROM attempt_payers) AS consents,
      (SELECT count(*)::int FROM remembered_accounts WHERE customer_id = $1) AS accounts
    FROM payment_requests WHERE customer->>'id' = $1`;
  return (await query(sql, [customerId])).rows[0];
}

async function remember(customerId: string): Promise<void> {
  const sql = `INSERT INTO remembered_accounts (id, merchant_id, customer_id, test, bank_id, iban_sealed, iban_hash,
      account_masked, consented_at, last_used_at)
    VALUES ($1, $2, $3, false, $1, 'x', $4, 'PT50 •••• 3279', app_now(), app_now())`;
  const id = newId();
  await query(sql, [id, merchantId, customerId, id]);
}

it("is erased from the newest payments at once, and from the older ones, which are all marked, by the job", async () => {
  const { ctx } = await ordering("A-1");
  await remember("A-1");
  expect(await erase(ctx, "A-1")).toEqual({ erased: PAYMENTS, later: 1 });
  const older = PAYMENTS + 1 - AT_ONCE;
  expect(await leftOf("A-1")).toEqual({ named: older, marked: older, consents: 0, accounts: 0 });
  await eraseEndedPayments();
  expect(await leftOf("A-1")).toEqual({ named: 1, marked: 1, consents: 0, accounts: 0 });
});

it("is erased while an old payment is being settled: most others are not locked, and an account that it remembers is erased too", async () => {
  const { ctx, oldest } = await ordering("A-2");
  await query(async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT FROM payment_requests WHERE id = $1 FOR UPDATE", [oldest]);
    const erasing = erase(ctx, "A-2");
    await until(async () => (await leftOf("A-2")).marked === AT_ONCE);
    const marked = "SELECT FROM payment_requests WHERE customer->>'id' = 'A-2' AND erase_requested_at IS NOT NULL";
    expect((await query(`${marked} FOR UPDATE NOWAIT`)).rowCount).toBe(AT_ONCE);
    await remember("A-2");
    await client.query("COMMIT");
    expect(await erasing).toEqual({ erased: PAYMENTS, later: 1 });
  });
  expect(await leftOf("A-2")).toMatchObject({ consents: 0, accounts: 0 });
});
