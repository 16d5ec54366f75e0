import { FREE_AND_DUE } from "../../jobs/leased-rows";
import { type Db, Prisma } from "../../lib/db";

/** The endpoint of a delivery; the merchant's id for its default endpoint. */
const ENDPOINT = Prisma.sql`COALESCE(endpoint_id, merchant_id)`;

export type DeliveryQueueCounts = {
  open: number;
  due: number;
  inHand: number;
  /** Seconds since the earliest due time; null: none is due. */
  oldestDueForS: number | null;
  /** Of `open`, those behind a paused endpoint or an open circuit. */
  blocked: number;
};

/**
 * Counts waiting deliveries, at most `limit` + 1 of those that a worker may claim and as many blocked ones. Blocked as
 * in `claimDeliveries`: the endpoint is paused or its circuit is open, it is not disabled, and the delivery has no
 * priority. The recursion steps from endpoint to endpoint through the index of due rows, so a long backlog of one
 * endpoint neither costs time nor hides the rows of another.
 */
export async function countDeliveryQueue(db: Db, limit: number): Promise<DeliveryQueueCounts> {
  const rows = Prisma.sql`SELECT due_at, lease_until FROM webhook_deliveries WHERE status = 'waiting'`;
  const ofEndpoint = Prisma.sql`${rows} AND (merchant_id, ${ENDPOINT}) = (e.merchant, e.endpoint)`;
  const [row] = await db.$queryRaw<DeliveryQueueCounts[]>`
    WITH RECURSIVE endpoints (merchant, endpoint) AS (
      (SELECT merchant_id, ${ENDPOINT} FROM webhook_deliveries WHERE status = 'waiting'
        ORDER BY merchant_id, ${ENDPOINT} LIMIT 1)
      UNION ALL
      SELECT next.* FROM endpoints e CROSS JOIN LATERAL (
        SELECT merchant_id, ${ENDPOINT} FROM webhook_deliveries
        WHERE status = 'waiting' AND (merchant_id, ${ENDPOINT}) > (e.merchant, e.endpoint)
        ORDER BY merchant_id, ${ENDPOINT} LIMIT 1) next
    ), states AS MATERIALIZED (
      SELECT e.*, w.disabled_at IS NULL AND (h.paused_at IS NOT NULL OR h.circuit_opened_at IS NOT NULL) AS blocked
      FROM endpoints e LEFT JOIN webhook_health h ON h.endpoint_key = e.endpoint
      LEFT JOIN webhook_endpoints w ON w.id = e.endpoint
    ), claimable AS (
      SELECT row.* FROM states e CROSS JOIN LATERAL (${ofEndpoint} LIMIT ${limit}::int + 1) row WHERE NOT e.blocked
      UNION ALL
      ${rows} AND priority AND (merchant_id, ${ENDPOINT}) IN (SELECT merchant, endpoint FROM states WHERE blocked)
      LIMIT ${limit}::int + 1
    ), behind AS (
      SELECT row.* FROM states e CROSS JOIN LATERAL (${ofEndpoint} AND NOT priority LIMIT ${limit}::int + 1) row
      WHERE e.blocked LIMIT ${limit}::int + 1
    )
    SELECT (count(*) + (SELECT count(*) FROM behind))::int AS open, (count(*) FILTER (WHERE ${FREE_AND_DUE}))::int AS due,
      (count(*) FILTER (WHERE lease_until > app_now()))::int AS "inHand",
      floor(extract(epoch FROM app_now() - min(due_at) FILTER (WHERE ${FREE_AND_DUE})))::int AS "oldestDueForS",
      (SELECT count(*) FROM behind)::int AS blocked
    FROM claimable`;
  return row ?? { open: 0, due: 0, inHand: 0, oldestDueForS: null, blocked: 0 };
}
