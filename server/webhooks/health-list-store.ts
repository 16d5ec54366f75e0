import { type Db, Prisma } from "../lib/db";
import type { HealthFacts } from "./health-rules";

/** What is shown of a destination's health, apart from its figures. */
export type HealthRow = HealthFacts & {
  destinationId: string;
  failingSince: Date | null;
  lastError: string | null;
  lastFailureAt: Date | null;
  probeAt: Date | null;
  /** Deliveries that wait, counted to one more than the bound. */
  waiting: number;
  /** When the first of them is due; null: none waits. */
  nextDueAt: Date | null;
  /** Null: none within the time that figures are kept. */
  lastOkAt: Date | null;
};

/**
 * The health of these destinations of one merchant, also of those that have no row. A few steps through indexes for each,
 * whatever waits and whatever was: the counting stops at `maxCounted + 1`.
 */
export function findHealth(
  db: Db,
  merchantId: string,
  destinationIds: readonly string[],
  maxCounted: number,
): Promise<HealthRow[]> {
  return db.$queryRaw<HealthRow[]>`
    SELECT d.id::text AS "destinationId", COALESCE(h.failures, 0) AS failures, h.failing_since AS "failingSince",
      h.last_error AS "lastError", h.last_failure_at AS "lastFailureAt", h.paused_since AS "pausedSince",
      h.probe_at AS "probeAt", h.held_since AS "heldSince", waiting.counted AS waiting, next.due_at AS "nextDueAt",
      (SELECT last_ok_at FROM webhook_hours WHERE destination_id = d.id AND last_ok_at IS NOT NULL
        ORDER BY hour DESC LIMIT 1) AS "lastOkAt"
    FROM unnest(${[...destinationIds]}::uuid[]) AS d (id)
    LEFT JOIN webhook_health h ON h.destination_id = d.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS counted FROM (
        SELECT FROM webhook_deliveries WHERE status = 'waiting' AND merchant_id = ${merchantId}::uuid
          AND COALESCE(endpoint_id, merchant_id) = d.id LIMIT ${maxCounted + 1}) bounded) waiting
    CROSS JOIN LATERAL ${firstDue(merchantId, Prisma.sql`d.id`)} next`;
}

/** When the first of what waits for a destination is due: first attempts and retries are two queues in the index. */
function firstDue(merchantId: string, destination: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT min(first.due_at) AS due_at FROM (VALUES (FALSE), (TRUE)) queue (retry) CROSS JOIN LATERAL (
      SELECT due_at FROM webhook_deliveries WHERE status = 'waiting' AND merchant_id = ${merchantId}::uuid
        AND COALESCE(endpoint_id, merchant_id) = ${destination} AND (tries > 0) = queue.retry
      ORDER BY due_at LIMIT 1) first)`;
}

/** What was counted of a destination in one hour. */
export type HourOfDay = { destinationId: string; hour: Date; ok: number; failed: number; took: number[] };

/** The hours of these destinations from `since` on, the oldest first. */
export function findHours(db: Db, destinationIds: readonly string[], since: Date): Promise<HourOfDay[]> {
  return db.webhookHour.findMany({
    where: { destinationId: { in: [...destinationIds] }, hour: { gte: since } },
    omit: { lastOkAt: true },
    orderBy: { hour: "asc" },
  });
}

/** A destination that does not take what it is told. `name`: null for the default URL. */
export type TroubleRow = {
  name: string | null;
  failures: number;
  failingSince: Date;
  lastError: string | null;
  pausedSince: Date | null;
  probeAt: Date | null;
  nextDueAt: Date | null;
};

/** Those of a merchant's destinations that fail or that the breaker paused, the longest first; none that a person stopped. */
export function findTroubles(db: Db, merchantId: string, limit: number): Promise<TroubleRow[]> {
  return db.$queryRaw<TroubleRow[]>`
    SELECT e.name, h.failures, h.failing_since AS "failingSince", h.last_error AS "lastError",
      h.paused_since AS "pausedSince", h.probe_at AS "probeAt", next.due_at AS "nextDueAt"
    FROM webhook_health h
      LEFT JOIN webhook_endpoints e ON e.id = h.destination_id
      LEFT JOIN webhook_defaults d ON d.merchant_id = h.destination_id
      CROSS JOIN LATERAL ${firstDue(merchantId, Prisma.sql`h.destination_id`)} next
    WHERE h.merchant_id = ${merchantId}::uuid AND h.failures > 0 AND h.held_since IS NULL
      AND (e.id IS NULL OR e.disabled_at IS NULL) AND (e.id IS NOT NULL OR d.url IS NOT NULL)
    ORDER BY h.failing_since, h.destination_id LIMIT ${limit}`;
}
