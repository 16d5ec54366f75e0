import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { now } from "../lib/clock";
import { closeDb, db, Prisma } from "../lib/db";
import { firstIdAt, newId } from "../lib/ids";
import { nodesOf, readIn } from "../test/code-rules/query-plan";
import { query } from "../test/database";
import { deliveryRow, insertDeliveryRows } from "../test/rows/delivery-rows";
import { newTenant } from "../test/rows/fixtures";
import { writePayments } from "../test/rows/overview-rows";
import { vacuum } from "../test/rows/vacuum";
import { bankCallsSql, findLastHour } from "./last-hour-store";

const OLD_ROWS = 4_000;

let merchantId: string;
beforeAll(async () => {
  ({ merchantId } = await newTenant());
});
afterAll(() => closeDb());

const ago = (minutes: number) => new Date(now().getTime() - minutes * 60_000);

type Started = { minutesAgo: number; bank?: string; ended?: boolean; paid?: boolean; callMs?: number | null };

/** A payment with an attempt of that age, and its call to the bank. */
async function start({ minutesAgo, bank = "BPI", ended = false, paid = false, callMs = 100 }: Started): Promise<void> {
  await writePayments(merchantId, [{ age: `${minutesAgo} minutes`, bank, status: "pending" }]);
  const at = ago(minutesAgo);
  const attemptId = firstIdAt(at).replace(/.{12}$/, newId().slice(-12));
  await query(
    `INSERT INTO payment_attempts (id, payment_request_id, bank_id, scheme, state, end_to_end_id, idempotency_key,
         redirect_state_hash, redirect_state, psu_context, due_at, created_at, final_at, closed_at, paid_at)
       SELECT made.id, r.id, r.bank_id, 'SEPA_CREDIT_TRANSFER', 'SETTLED', made.id::text, made.id,
         sha256(made.id::text::bytea), '', '{}', at, at, CASE WHEN $3 THEN at END, CASE WHEN $3 THEN at END,
         CASE WHEN $4 THEN at END
       FROM payment_requests r, (SELECT $1::uuid AS id, $2::timestamptz AS at) AS made
       WHERE NOT EXISTS (SELECT FROM payment_attempts a WHERE a.payment_request_id = r.id)`,
    [attemptId, at, ended, paid],
  );
  await query(
    `INSERT INTO bank_calls (id, attempt_id, operation, key, request_hash, started_at, deadline_at, ended_at, outcome)
       VALUES ($1, $1, 'initiate', 'k', '', $2, $2, $2::timestamptz + make_interval(secs => $3::float8 / 1000), 'ok')`,
    [attemptId, at, callMs],
  );
}

/** A delivery of that age, with its first attempt after `delayMs`. */
async function deliver(minutesAgo: number, delayMs: number, status: number): Promise<void> {
  const at = ago(minutesAgo);
  const row = { ...deliveryRow([], [null], at), at };
  await insertDeliveryRows(merchantId, [row]);
  await query(
    `INSERT INTO webhook_delivery_attempts (id, delivery_id, number, at, url, request_headers, status, duration_ms)
       VALUES ($1, $2, 1, $3, 'https://shop.example', '{}', $4, 10)`,
    [newId(), row.id, new Date(at.getTime() + delayMs), status],
  );
}

describe("the figures of the last hour", () => {
  beforeAll(async () => {
    await start({ minutesAgo: 61 });
    await start({ minutesAgo: 59, ended: true, paid: true, callMs: 900, bank: "Danske Bank" });
    await start({ minutesAgo: 57, ended: true });
    await start({ minutesAgo: 1 });
    await start({ minutesAgo: 1, callMs: null });
    await deliver(62, 100, 200);
    await deliver(12, 400, 200);
    await deliver(12, 1_500, 500);
    await query(
      `INSERT INTO merchant_usage (merchant_id, minute, requests, refused)
         SELECT $1, date_trunc('minute', app_now()) - n * interval '1 minute', n, 1 FROM unnest(ARRAY[3, 7, 90]) AS n`,
      [merchantId],
    );
  });

  it("are counted by spans of five minutes, and what is older is not", async () => {
    const { payments, banks, webhooks, api } = await findLastHour(db(), now());
    expect(payments.hour).toEqual({ started: 4, ended: 2, paid: 1 });
    expect(payments.spans.map(({ started }) => started)).toEqual([2, ...Array(10).fill(0), 2]);
    expect(payments.spans[0]).toEqual({ started: 2, ended: 2, paid: 1 });
    expect(banks.hour).toEqual({ calls: 3, p95Ms: 900 });
    expect(banks.spans[11]).toEqual({ calls: 1, p95Ms: 100 });
    expect(banks.spans[5]).toEqual({ calls: 0, p95Ms: null });
    expect(banks.slowest).toEqual({ bankName: "Danske Bank", p95Ms: 900 });
    expect(webhooks.hour).toEqual({ calls: 2, delivered: 1, p95Ms: 1_500 });
    expect(webhooks.spans.map(({ calls }) => calls)).toEqual([...Array(9).fill(0), 2, 0, 0]);
    expect(api.hour).toEqual({ requests: 10, refused: 2 });
  });

  it("are read without the older rows; control: by the time alone all rows are read", async () => {
    const [from, to] = [ago(60), now()];
    await query(async (client) => {
      await client.query(
        `INSERT INTO bank_calls (id, attempt_id, operation, key, request_hash, started_at, deadline_at, ended_at, outcome)
         SELECT (left($1, 24) || lpad(to_hex(n), 12, '0'))::uuid, a.id, 'initiate', n, '', $2, $2, $2, 'ok'
         FROM (SELECT id FROM payment_attempts LIMIT 1) AS a, generate_series(1, $3::int) AS n`,
        [firstIdAt(ago(120)), ago(120), OLD_ROWS],
      );
      await vacuum(client, ["bank_calls"]);
    });
    const rowsOf = async (sql: Prisma.Sql) => readIn(await nodesOf(sql), /^bank_calls$/).rows;
    expect(await rowsOf(bankCallsSql(from, to))).toBe(4);
    expect(await rowsOf(Prisma.sql`SELECT count(*) FROM bank_calls WHERE started_at >= ${from}::timestamptz`)).toBe(
      OLD_ROWS + 5,
    );
  });
});
