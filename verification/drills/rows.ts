import { query } from "../../server/test/database";
import { vacuum } from "../../server/test/rows/vacuum";
import type { Endpoint } from "./shops";

const BATCH = 50_000;
const EVENTS = `
  INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body, created_at)
  SELECT id, $1, 'payment_request.expired', subject, 1, true, json_build_object('id', 'evt_' || id, 'object', 'event',
      'created', extract(epoch FROM created)::bigint, 'type', 'payment_request.expired', 'sequence', 1, 'data',
      json_build_object('object', json_build_object('id', subject, 'amount', '2550', 'currency', 'EUR', 'status', 'expired',
        'status_reason', null, 'test', true, 'late', false, 'reversed_amount', null, 'payment_link_id', null,
        'metadata', json_build_object('order_id', 'ORD-' || n, 'bank_name', 'Banco do Norte'), 'rewards', null)))::text, created
  FROM (SELECT n, uuidv7() AS id, uuidv7() AS subject, app_now() - $3::interval AS created
    FROM generate_series(1, $2::int) AS n) made
  RETURNING id`;
const DELIVERIES = `
  INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, due_at, created_at)
  SELECT uuidv7(), id, $1, $4::uuid, 'waiting', app_now() - $3::interval, app_now() - $3::interval FROM events`;

/**
 * Writes a backlog as the product would: `count` events for each endpoint, with bodies of the usual size, each with a
 * delivery that waits for its first attempt, due for `dueFor` (a PostgreSQL interval).
 */
export async function fillBacklog(endpoints: readonly Endpoint[], count: number, dueFor: string): Promise<void> {
  await query(async (client) => {
    for (const { merchantId, endpointId } of endpoints) {
      for (let left = count; left > 0; left -= BATCH) {
        const values = [merchantId, Math.min(left, BATCH), dueFor, endpointId];
        await client.query(`WITH events AS (${EVENTS}) ${DELIVERIES}`, values);
      }
    }
    await vacuum(client, ["webhook_events", "webhook_deliveries"]);
  });
}

/** The states of the deliveries. `open`: waiting; `due`: waiting, due and not leased; `inHand`: leased. */
export type Standing = { all: number; delivered: number; failed: number; open: number; due: number; inHand: number };

const STANDING = `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
    count(*) FILTER (WHERE status = 'failed')::int AS failed, count(*) FILTER (WHERE status = 'waiting')::int AS open,
    count(*) FILTER (WHERE status = 'waiting' AND due_at <= app_now() AND (lease_until IS NULL OR lease_until <= app_now()))::int AS due,
    count(*) FILTER (WHERE status = 'waiting' AND lease_until > app_now())::int AS "inHand"
  FROM webhook_deliveries WHERE $1::text[] IS NULL OR COALESCE(endpoint_id, merchant_id)::text = ANY($1)`;

/** Of all deliveries, or of those to some endpoints. */
export function standing(of: readonly Endpoint[] | null = null): Promise<Standing> {
  return query(async (client) => {
    const ids = of?.map(({ endpointId, merchantId }) => endpointId ?? merchantId) ?? null;
    const { rows } = await client.query<Standing>(STANDING, [ids]);
    if (!rows[0]) throw new Error("PostgreSQL did not count.");
    return rows[0];
  });
}
