import { type Db, Prisma } from "../../lib/db";
import { deliveryKeysSql, type IndexPartitions, type LogFilter, type PageQuery } from "./delivery-filter-store";
import type { DeliveryFacts, EndpointStops } from "./delivery-state";
import { DELIVERY_STATUSES, type DeliveryStatus } from "./delivery-status";

const NONE: EndpointStops = { disabledAt: null, pausedAt: null, circuitOpenedAt: null };

/** What stops the endpoints of these deliveries of a merchant (null: its default URL), in one query. */
export async function findEndpointStops(
  db: Db,
  merchantId: string,
  deliveries: readonly { endpointId: string | null }[],
): Promise<(endpointId: string | null) => EndpointStops> {
  const ids = [...new Set(deliveries.map(({ endpointId }) => endpointId ?? merchantId))];
  const rows = await db.$queryRaw<Array<EndpointStops & { endpointKey: string }>>`
    SELECT k.id::text AS "endpointKey", e.disabled_at AS "disabledAt", h.paused_at AS "pausedAt",
      h.circuit_opened_at AS "circuitOpenedAt"
    FROM unnest(${ids}::uuid[]) AS k(id)
      LEFT JOIN webhook_endpoints e ON e.id = k.id AND e.merchant_id = ${merchantId}::uuid
      LEFT JOIN webhook_health h ON h.endpoint_key = k.id AND h.merchant_id = ${merchantId}::uuid`;
  const found = new Map(rows.map(({ endpointKey, ...stops }) => [endpointKey, stops]));
  return (endpointId) => found.get(endpointId ?? merchantId) ?? NONE;
}

/** What decides a delivery's state. */
const FACTS = { id: true, status: true, tries: true, priority: true, leaseUntil: true, endpointId: true } as const;

/** The events of a payment request or link of this merchant, in order, with their deliveries and attempts. */
export function findEvents(db: Db, merchantId: string, subjectId: string) {
  return db.webhookEvent.findMany({
    where: { merchantId, subjectId },
    orderBy: { sequence: "asc" },
    select: {
      id: true,
      type: true,
      sequence: true,
      test: true,
      body: true,
      createdAt: true,
      deliveries: {
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: {
          ...FACTS,
          resent: true,
          reason: true,
          dueAt: true,
          doneAt: true,
          endpoint: { select: { name: true } },
          attempts: { orderBy: { number: "asc" }, omit: { deliveryId: true } },
        },
      },
    },
  });
}

const LAST_TRY = { at: true, status: true, error: true, durationMs: true } as const;
const ENDPOINT = { name: true, url: true, environment: true, disabledAt: true } as const;

/** The deliveries of one page, in its order, each with its event and last attempt. */
export async function findDeliveries(db: Db, filter: LogFilter, page: PageQuery, all: IndexPartitions) {
  const keys = await db.$queryRaw<Array<{ id: string }>>(deliveryKeysSql(filter, page, all));
  const rows = await db.webhookDelivery.findMany({
    where: { id: { in: keys.map(({ id }) => id) } },
    select: {
      ...FACTS,
      resent: true,
      reason: true,
      dueAt: true,
      doneAt: true,
      resendOf: true,
      createdAt: true,
      event: { select: { id: true, type: true, subjectId: true, test: true, body: true } },
      endpoint: { select: { name: true } },
      attempts: { orderBy: { number: "desc" }, take: 1, select: LAST_TRY },
    },
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return keys.flatMap(({ id }) => found.get(id) ?? []);
}

/** Counts the filter's deliveries in each status, up to `limit` each. The filter's own status is ignored. */
export async function countDeliveries(
  db: Db,
  filter: LogFilter,
  limit: number,
  all: IndexPartitions,
): Promise<Record<DeliveryStatus, number>> {
  const each = DELIVERY_STATUSES.map((status) => {
    const page = deliveryKeysSql({ ...filter, statuses: [status] }, { towards: "any", from: null, limit }, all);
    return Prisma.sql`SELECT ${status} AS status, count(*)::int AS count FROM (${page}) AS keys`;
  });
  const rows = await db.$queryRaw<Array<{ status: DeliveryStatus; count: number }>>(Prisma.join(each, " UNION ALL "));
  const counts = { waiting: 0, delivered: 0, failed: 0, no_destination: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

/** The ids of the merchant's named endpoints, by name. */
export async function findEndpointIds(db: Db, merchantId: string): Promise<Map<string, string>> {
  const rows = await db.webhookEndpoint.findMany({ where: { merchantId }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** A delivery of this merchant with its event, endpoint and attempts. `testOnly`: only in test mode. */
export function findWholeDelivery(db: Db, merchantId: string, id: string, testOnly: boolean) {
  return db.webhookDelivery.findFirst({
    where: { id, merchantId, ...(testOnly ? { event: { test: true } } : {}) },
    include: {
      event: true,
      endpoint: { select: ENDPOINT },
      attempts: { orderBy: { number: "asc" }, omit: { deliveryId: true, detail: true } },
    },
  });
}

/** The deliveries of one event, oldest first. */
export function findSiblings(db: Db, eventId: string, limit: number) {
  return db.webhookDelivery.findMany({
    where: { eventId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    select: { ...FACTS, dueAt: true, createdAt: true, resendOf: true, endpoint: { select: { name: true } } },
  });
}

/** The filter's last delivery of each of these types, one keyset page for each. */
export async function findLastOfTypes(db: Db, filter: LogFilter, types: readonly string[], all: IndexPartitions) {
  const page = { towards: "older", from: null, limit: 1 } as const;
  const pages = types.map((type) => Prisma.sql`(${deliveryKeysSql({ ...filter, types: [type] }, page, all)})`);
  const found = await db.$queryRaw<Array<{ id: string }>>(Prisma.join(pages, " UNION ALL "));
  return db.webhookDelivery.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    select: { ...FACTS, createdAt: true, event: { select: { id: true, type: true, test: true, body: true } } },
  });
}

/** One event of a payment or link and one endpoint: the state of the relevant delivery. */
type SummaryRow = DeliveryFacts & { subjectId: string };

/**
 * SQL of the relevant deliveries of some payments or links of a merchant, by the indexes of their events alone. For
 * each event and endpoint: a successful delivery, otherwise the newest. So a resend replaces the delivery that it
 * repeats.
 */
export function deliverySummarySql(merchantId: string, subjectIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT d.subject_id AS "subjectId", d.status, d.tries, d.priority AS "priority",
      d.status = 'waiting' AND COALESCE(d.lease_until > app_now(), FALSE) AS "inFlight",
      p.disabled_at AS "disabledAt", h.paused_at AS "pausedAt", h.circuit_opened_at AS "circuitOpenedAt"
    FROM unnest(${[...subjectIds]}::uuid[]) AS s(id) CROSS JOIN LATERAL (
      SELECT DISTINCT ON (e.id, COALESCE(d.endpoint_id, d.merchant_id)) e.subject_id, d.status, d.tries, d.priority,
        d.lease_until, COALESCE(d.endpoint_id, d.merchant_id) AS endpoint_key
      FROM webhook_events e JOIN webhook_deliveries d ON d.event_id = e.id
      WHERE e.subject_id = s.id AND e.merchant_id = ${merchantId}::uuid AND d.status <> 'no_destination'
      ORDER BY e.id, COALESCE(d.endpoint_id, d.merchant_id), (d.status = 'delivered') DESC, d.created_at DESC, d.id DESC
    ) AS d LEFT JOIN webhook_health h ON h.endpoint_key = d.endpoint_key
      LEFT JOIN webhook_endpoints p ON p.id = d.endpoint_key`;
}

export function findSummaryRows(db: Db, merchantId: string, subjectIds: readonly string[]): Promise<SummaryRow[]> {
  return db.$queryRaw<SummaryRow[]>(deliverySummarySql(merchantId, subjectIds));
}
