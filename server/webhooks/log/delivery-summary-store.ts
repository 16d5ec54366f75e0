import { type Db, Prisma } from "../../lib/db";
import type { DeliveryFacts } from "./delivery-state";

/** One event of a payment or link and one endpoint: the state of the relevant delivery. */
export type SummaryRow = DeliveryFacts & { subjectId: string };

/**
 * SQL of the relevant deliveries of some payments or links of a merchant, by the indexes of their events alone. For
 * each event and endpoint: a successful delivery, otherwise the newest. So a resend replaces the delivery that it
 * repeats.
 */
export function deliverySummarySql(merchantId: string, subjectIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT d.subject_id AS "subjectId", d.status, d.tries, d.priority AS "priority",
      d.status = 'waiting' AND COALESCE(d.lease_until > app_now(), FALSE) AS "inFlight",
      h.paused_at AS "pausedAt", h.circuit_opened_at AS "circuitOpenedAt"
    FROM unnest(${[...subjectIds]}::uuid[]) AS s(id) CROSS JOIN LATERAL (
      SELECT DISTINCT ON (e.id, COALESCE(d.endpoint_id, d.merchant_id)) e.subject_id, d.status, d.tries, d.priority,
        d.lease_until, COALESCE(d.endpoint_id, d.merchant_id) AS endpoint_key
      FROM webhook_events e JOIN webhook_deliveries d ON d.event_id = e.id
      WHERE e.subject_id = s.id AND e.merchant_id = ${merchantId}::uuid AND d.status <> 'no_destination'
      ORDER BY e.id, COALESCE(d.endpoint_id, d.merchant_id), (d.status = 'delivered') DESC, d.created_at DESC, d.id DESC
    ) AS d LEFT JOIN webhook_health h ON h.endpoint_key = d.endpoint_key`;
}

export function findSummaryRows(db: Db, merchantId: string, subjectIds: readonly string[]): Promise<SummaryRow[]> {
  return db.$queryRaw<SummaryRow[]>(deliverySummarySql(merchantId, subjectIds));
}
