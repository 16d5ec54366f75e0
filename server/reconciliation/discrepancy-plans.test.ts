import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../verification/depth";
import { newId } from "../lib/ids";
import { byAmountSql } from "../payments/settlement/credit-candidates";
import { FILL_TIMEOUT_MS, nodesOf, type Plan, readIn } from "../test/code-rules/query-plan";
import { query } from "../test/database";
import { newTenant } from "../test/rows/fixtures";
import { fillPayments } from "../test/rows/payment-rows";
import { vacuum } from "../test/rows/vacuum";
import { debitedWithoutCreditSql, notCreditedSql } from "./report-store";

/** With fewer rows a scan of the table is cheaper. */
const ROWS = Math.max(20_000, sizeOf("rows in plan tests"));
const accountId = newId();
const DAY_MS = 86_400_000;
let merchantId: string;

/** A merchant whose payments were credited, but for one in 500, which is debited. */
beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  await query(async (client) => {
    await fillPayments(client, [merchantId], ROWS);
    await client.query(
      `INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, iban, holder_name)
       VALUES ($1, $2, 'EUR', '{receiving}', false, 'riverbank', 'PT50', 'Acme')`,
      [accountId, merchantId],
    );
    await client.query(
      `INSERT INTO statement_fetches (id, read_at, created_at) VALUES ($1, app_now(), app_now() - interval '200 days')`,
      [accountId],
    );
    await client.query(
      `UPDATE payment_attempts a SET receiving_account_id = $1, state = CASE WHEN n % 500 = 0 THEN 'EXECUTED' ELSE state END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM payment_attempts) AS numbered WHERE numbered.id = a.id`,
      [accountId],
    );
    await client.query(
      `INSERT INTO attempt_transitions (id, attempt_id, number, to_state, source, at)
       SELECT gen_random_uuid(), id, 1, state, 'poll', created_at FROM payment_attempts`,
    );
    await client.query(
      `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, booked_at, state, attempt_id,
         matched_by)
       SELECT gen_random_uuid(), $1, id::text, 'credit', 1, 'EUR', created_at, 'matched', id, 'end_to_end_id'
       FROM payment_attempts WHERE state <> 'EXECUTED'`,
      [accountId],
    );
    await client.query(
      `UPDATE payment_requests SET amount = 2550, currency = 'EUR' WHERE id IN (
         SELECT id FROM payment_attempts WHERE created_at < app_now() ORDER BY created_at DESC LIMIT 20)`,
    );
    await vacuum(client, ["payment_requests", "payment_attempts", "attempt_transitions", "statement_entries"]);
  });
}, FILL_TIMEOUT_MS);

const touched = (nodes: readonly Plan[], table: string) => readIn(nodes, new RegExp(`^${table}$`));

const count = async (sql: string) => Number((await query<{ count: string }>(sql)).rows[0]?.count);
const debited = () => count("SELECT count(*) FROM payment_attempts WHERE state = 'EXECUTED'");

describe("with many payments", () => {
  it("a merchant's debits without a credit are read by their index; control: without it, more are read", async () => {
    const sql = debitedWithoutCreditSql(new Date(), { merchantId, test: false });
    const nodes = await nodesOf(sql);
    const attempts = touched(nodes, "payment_attempts");
    expect([attempts.isScan, touched(nodes, "statement_entries").isScan]).toEqual([false, false]);
    expect(attempts.rows).toBeLessThanOrEqual(await debited());
    const without = await nodesOf(sql, ["DROP INDEX payment_attempts_awaiting_credit"]);
    expect(touched(without, "payment_attempts").rows).toBeGreaterThan(5 * attempts.rows);
  });

  it("the history is read only of attempts that have no credit", async () => {
    const nodes = await nodesOf(notCreditedSql(new Date(), 500));
    expect(touched(nodes, "attempt_transitions").rows).toBeLessThanOrEqual(await debited());
  });

  it("a credit's candidates are compared with their own entries alone; control: without indexes, with all", async () => {
    const now = Date.now();
    const [from, to] = [new Date(now - 15 * DAY_MS), new Date(now)];
    const window = { accountId, amountMinor: 2_550n, currency: "EUR", from, to, uncredited: true, limit: 501 };
    const nodes = await nodesOf(byAmountSql(window));
    expect(touched(nodes, "payment_attempts").isScan).toBe(false);
    const entries = touched(nodes, "statement_entries");
    expect(entries.isScan).toBe(false);
    expect(entries.rows).toBeLessThanOrEqual(20);
    const dropped = ["statement_entries_attempt", "statement_entries_one_credit"].map((index) => `DROP INDEX ${index}`);
    const without = touched(await nodesOf(byAmountSql(window), dropped), "statement_entries");
    expect(without.rows).toBeGreaterThan(20);
  });
});
