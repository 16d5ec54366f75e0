import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { newId } from "../../lib/ids";
import { nodesOf, readIn } from "../../test/code-rules/query-plan";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { BANKS_OF_ROWS, fillPayments } from "../../test/rows/payment-rows";
import { eraseCustomer, eraseEndedPayments } from "./erase-customer";
import { getCustomer, listCustomers } from "./read-customers";
import { fieldsSql, newestSql, sumsSql } from "./store";

const ROWS = 12_000;
let merchantId: string;
let foreignId: string;

const ctxOf = (of: string): Ctx => {
  const actor = { kind: "user", id: null } as const;
  return {
    caller: { kind: "merchant", merchantId: of, actor, scopes: [], testOnly: false },
    requestId: "test",
    ip: null,
  };
};
const live = (of = merchantId) => ({ merchantId: of, test: false });

beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  foreignId = (await newTenant()).merchantId;
  await query((client) => fillPayments(client, [merchantId, foreignId], ROWS));
});

describe("the customers of a merchant", () => {
  it("are listed once each by their last payment, page by page", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 5; page++) {
      const { items, older } = await listCustomers(ctxOf(merchantId), { ...live(), ...(cursor ? { cursor } : {}) });
      seen.push(...items.map(({ key }) => key));
      cursor = older ?? undefined;
    }
    const sql = `SELECT 'id:' || (customer->>'id') AS key FROM payment_requests
        WHERE merchant_id = $1 AND NOT test AND customer IS NOT NULL GROUP BY 1 ORDER BY max((created_at, id)) DESC LIMIT 125`;
    const expected = (await query<{ key: string }>(sql, [merchantId])).rows.map(({ key }) => key);
    expect(seen).toEqual(expected);
  });

  it("are found by name, and another merchant's are not", async () => {
    const { items } = await listCustomers(ctxOf(merchantId), { ...live(), search: "shopper 124" });
    expect(items.map(({ key }) => key)).toContain("id:C-124");
    const id = newId();
    await query(
      `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
           order_id, locale, test, customer, expires_at)
         VALUES ($1, $2, 'embedded', sha256($3), '', 100, 'EUR', 'R', 'O', 'en', false, '{"email":"Only@There.example"}',
           app_now() + interval '1 day')`,
      [id, foreignId, id],
    );
    const key = "mail:only@there.example";
    expect((await getCustomer(ctxOf(foreignId), { ...live(foreignId), key })).payments.map((one) => one.id)).toEqual([
      id,
    ]);
    await expect(getCustomer(ctxOf(merchantId), { ...live(), key })).rejects.toMatchObject({
      code: "PAYMENT_REQUEST_NOT_FOUND",
    });
    expect((await listCustomers(ctxOf(merchantId), { ...live(), search: "only@there" })).items).toEqual([]);
  });

  it("have what one paid and got back by currency, and since when", async () => {
    const sql = `SELECT currency, count(*)::int AS payments, count(*) FILTER (WHERE status = 'completed')::int AS completed,
        COALESCE(sum(amount) FILTER (WHERE status = 'completed'), 0)::bigint AS paid,
        COALESCE(sum(reversed_amount), 0)::bigint AS returned, count(reversed_amount)::int AS returns,
        min(created_at) AS "firstAt"
      FROM payment_requests WHERE merchant_id = $1 AND NOT test AND customer->>'id' = $2
      GROUP BY currency ORDER BY payments DESC, currency`;
    const ids = `SELECT customer->>'id' AS id FROM payment_requests WHERE merchant_id = $1 AND NOT test
        AND reversed_amount IS NOT NULL AND customer->>'id' IS NOT NULL LIMIT 1`;
    const [returned] = (await query<{ id: string }>(ids, [merchantId])).rows;
    const customers = [returned?.id ?? "", "C-124"];
    for (const id of customers) {
      const rows = (await query(sql, [merchantId, id])).rows;
      const { sums } = await getCustomer(ctxOf(merchantId), { ...live(), key: `id:${id}` });
      expect(sums).toEqual(rows.map((row) => ({ ...row, paid: BigInt(row.paid), returned: BigInt(row.returned) })));
      if (id === customers[0]) expect(sums.some(({ returns }) => returns > 0)).toBe(true);
    }
  });

  it.each([
    ["a page of customers", () => newestSql(live(), null, 100), 100 * 4],
    ["the fields of a page of customers", () => fieldsSql(live(), ["id:C-124", "id:C-126"], 100), 100],
    ["what one paid", () => sumsSql({ ...live(), key: "id:C-124" }, 10_000), 50],
  ])("%s is read by indexes alone, and not by a scan", async (_name, sql, most) => {
    const nodes = await nodesOf(sql());
    expect(readIn(nodes).isScan).toBe(false);
    expect(readIn(nodes, /^payment_requests_/).rows).toBeLessThan(most);
  });

  it("control: without its index, a page of customers reads more rows", async () => {
    const nodes = await nodesOf(newestSql(live(), null, 100), [
      "DROP INDEX payment_requests_of_customer",
      "DROP INDEX payment_requests_with_customer",
    ]);
    expect(readIn(nodes).rows).toBeGreaterThan(4_000);
  });
});

describe("an erased customer", () => {
  it("is in no ended payment, search word or account any more, and other customers are unchanged", async () => {
    const key = "id:C-250";
    const owner = { merchantId, customerId: "C-250" };
    await query(
      `INSERT INTO remembered_accounts (id, merchant_id, customer_id, test, bank_id, iban_sealed, iban_hash, account_masked,
           consented_at, last_used_at)
         VALUES ($1, $2, $3, false, $4, 'x', 'y', 'PT50 •••• 3279', app_now(), app_now())`,
      [newId(), owner.merchantId, owner.customerId, BANKS_OF_ROWS[0]],
    );
    const count = async (of: string) => {
      const sql = `SELECT (SELECT count(*)::int FROM payment_requests WHERE merchant_id = $1 AND NOT test
            AND status <> 'pending' AND customer->>'id' = $2) AS payments,
          (SELECT count(*)::int FROM payment_search_terms WHERE merchant_id = $1 AND NOT test AND term = lower($2)
            AND payment_request_id IN (SELECT id FROM payment_requests WHERE status <> 'pending')) AS words,
          (SELECT count(*)::int FROM remembered_accounts WHERE merchant_id = $1 AND customer_id = $2) AS accounts`;
      return (await query(sql, [merchantId, of])).rows[0];
    };
    const other = await count("C-252");
    const before = await count("C-250");
    expect(before.payments).toBeGreaterThan(0);
    expect(before).toMatchObject({ words: before.payments, accounts: 1 });
    const { erased } = await eraseCustomer(ctxOf(merchantId), { ...live(), key });
    expect(erased).toBe(before.payments);
    expect(await count("C-250")).toEqual({ payments: 0, words: 0, accounts: 0 });
    expect(await count("C-252")).toEqual(other);
    expect(await auditedErasures()).toBe(1);
  });

  it.each([
    [
      { id: "C-290", name: "Jane Doe", email: "jane@shop.example", phone: "+351 912 345 678", country: "PT" },
      ["JANE DOE’s orders", "Of jane@shop.example", "C-290", "Calls to +351 912 345 678"],
      ["PT", "Jane Doering", "C-2901"],
    ],
    [{ id: "7", name: "Paulo" }, [], ["Last 7 days", "For Paulo"]],
    [{ id: "290017" }, ["Order 290017"], ["Order 29001"]],
  ])("%j is in no name of a saved view, and views with other names stay", async (customer, naming, others) => {
    const named = async (sql: string, ...values: unknown[]) =>
      (await query<{ name: string }>(sql, [merchantId, ...values])).rows.map(({ name }) => name);
    await named(
      `UPDATE payment_requests SET customer = $2
        WHERE id = (SELECT id FROM payment_requests WHERE merchant_id = $1 AND NOT test AND status <> 'pending' AND customer IS NULL LIMIT 1)`,
      customer,
    );
    await named("DELETE FROM saved_views WHERE merchant_id = $1");
    await named(
      `WITH person AS (INSERT INTO users (id, email, name) VALUES (gen_random_uuid(), gen_random_uuid() || '@shop.example', 'P')
        RETURNING id)
      INSERT INTO saved_views (id, merchant_id, user_id, name, search)
      SELECT gen_random_uuid(), $1, person.id, view, 'status=failed' FROM person, unnest($2::text[]) AS view`,
      [...naming, ...others],
    );
    await eraseCustomer(ctxOf(merchantId), { ...live(), key: `id:${customer.id}` });
    const left = await named("SELECT name FROM saved_views WHERE merchant_id = $1");
    expect(left.toSorted()).toEqual([...others].sort());
  });

  it("leaves no account, address or browser in the attempts of ended payments", async () => {
    const attempts = async (sql: string) => {
      const ofCustomer = `payment_request_id IN (SELECT id FROM payment_requests WHERE merchant_id = $1 AND NOT test
          AND order_id = ANY ($2))`;
      return (await query<{ n: number }>(sql.replace("OF_CUSTOMER", ofCustomer), [merchantId, orders])).rows;
    };
    const orders = await ordersOf("C-270");
    await attempts(`UPDATE payment_attempts SET debtor_sealed = 'x', psu_message = 'm', sca_redirect_url = 'https://b.example',
      initiation_body = 'b', psu_context = '{"ip":"192.0.2.1","userAgent":"A","locale":"en"}' WHERE OF_CUSTOMER RETURNING 1 AS n`);
    const left = `SELECT count(*)::int AS n FROM payment_attempts WHERE OF_CUSTOMER AND (debtor_sealed IS NOT NULL
      OR psu_message IS NOT NULL OR sca_redirect_url IS NOT NULL OR initiation_body IS NOT NULL OR psu_context->>'ip' IS NOT NULL)`;
    expect((await attempts(left))[0]?.n).toBeGreaterThan(0);
    await eraseCustomer(ctxOf(merchantId), { ...live(), key: "id:C-270" });
    expect(await attempts(left)).toEqual([{ n: 0 }]);
  });

  it("is erased from a pending payment when that has ended, and at once from one that is past its end", async () => {
    const known = async (orderId: string) => ((await ordersOf("C-280")).includes(orderId) ? "known" : "erased");
    const add = async (orderId: string, expires: string) =>
      query(
        `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
             order_id, locale, test, customer, expires_at)
           VALUES ($1, $2, 'embedded', sha256($3), '', 100, 'EUR', 'R', $4, 'en', false, '{"id":"C-280"}',
             app_now() + $5::interval)`,
        [newId(), merchantId, orderId, orderId, expires],
      );
    await add("open", "1 day");
    await add("lapsed", "-1 minute");
    const waits = async () => (await getCustomer(ctxOf(merchantId), { ...live(), key: "id:C-280" })).erasureWaits;
    expect(await waits()).toBe(false);
    expect(await eraseCustomer(ctxOf(merchantId), { ...live(), key: "id:C-280" })).toMatchObject({ later: 1 });
    expect(await waits()).toBe(true);
    await eraseEndedPayments();
    expect([await known("open"), await known("lapsed")]).toEqual(["known", "erased"]);
    await query("UPDATE payment_requests SET status = 'cancelled' WHERE order_id = 'open'");
    expect(await known("open")).toBe("known");
    await eraseEndedPayments();
    expect(await known("open")).toBe("erased");
  });

  it("by several calls at once is erased and audited once, and unknown to the others", async () => {
    const before = await auditedErasures();
    // Ended payments only: a customer of a pending one stays known.
    const sql = `UPDATE payment_requests SET status = 'expired' WHERE merchant_id = $1 AND NOT test AND status = 'pending'
      AND customer->>'id' = 'C-260'`;
    await query(sql, [merchantId]);
    const calls = Array.from({ length: 6 }, () => eraseCustomer(ctxOf(merchantId), { ...live(), key: "id:C-260" }));
    const outcomes = await Promise.allSettled(calls);
    const erased = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value.erased] : []));
    expect(erased).toEqual([expect.any(Number)]);
    expect(erased[0]).toBeGreaterThan(0);
    expect(outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []))).toEqual(
      Array(5).fill("PAYMENT_REQUEST_NOT_FOUND"),
    );
    expect(await auditedErasures()).toBe(before + 1);
  });

  async function ordersOf(customerId: string): Promise<string[]> {
    const sql = `SELECT order_id AS "orderId" FROM payment_requests
      WHERE merchant_id = $1 AND NOT test AND customer->>'id' = $2`;
    return (await query<{ orderId: string }>(sql, [merchantId, customerId])).rows.map(({ orderId }) => orderId);
  }

  async function auditedErasures(): Promise<number> {
    const sql = "SELECT count(*)::int AS n FROM audit_entries WHERE merchant_id = $1 AND action = 'customer.erased'";
    return (await query<{ n: number }>(sql, [merchantId])).rows[0]?.n ?? -1;
  }
});
