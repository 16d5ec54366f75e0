import { type Db, Prisma } from "../../lib/db";
import type { EndpointFacts } from "./endpoint-state";

/** An endpoint's health, without hourly rows. */
export type HealthRow = Omit<EndpointFacts, "disabledAt"> & {
  endpointKey: string;
  failingSince: Date | null;
  lastError: string | null;
  lastFailureAt: Date | null;
  trialAt: Date | null;
  /** Waiting deliveries, counted up to `maxCounted + 1`. */
  waiting: number;
  /** The earliest due time; null: none waits. */
  nextDueAt: Date | null;
  /** Null: none within the time that hourly rows are kept. */
  lastOkAt: Date | null;
};

/**
 * The health of these endpoints of one merchant, also of those without a row. A few index lookups each; counting stops
 * at `maxCounted + 1`.
 */
export function findHealth(
  db: Db,
  merchantId: string,
  endpointKeys: readonly string[],
  maxCounted: number,
): Promise<HealthRow[]> {
  return db.$queryRaw<HealthRow[]>`
    SELECT d.id::text AS "endpointKey", COALESCE(h.failures, 0) AS failures, h.failing_since AS "failingSince",
      h.last_error AS "lastError", h.last_failure_at AS "lastFailureAt", h.circuit_opened_at AS "circuitOpenedAt",
      h.trial_at AS "trialAt", h.paused_at AS "pausedAt", waiting.counted AS waiting, next.due_at AS "nextDueAt",
      GREATEST((SELECT last_ok_at FROM webhook_endpoint_hourly_stats WHERE endpoint_key = d.id AND last_ok_at IS NOT NULL
        ORDER BY hour DESC LIMIT 1),
        (SELECT max(last_ok_at) FROM webhook_endpoint_stats_increments WHERE endpoint_key = d.id)) AS "lastOkAt"
    FROM unnest(${[...endpointKeys]}::uuid[]) AS d (id)
    LEFT JOIN webhook_health h ON h.endpoint_key = d.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS counted FROM (
        SELECT FROM webhook_deliveries WHERE status = 'waiting' AND merchant_id = ${merchantId}::uuid
          AND COALESCE(endpoint_id, merchant_id) = d.id LIMIT ${maxCounted + 1}) bounded) waiting
    CROSS JOIN LATERAL ${firstDue(merchantId, Prisma.sql`d.id`)} next`;
}

/** The earliest due time of an endpoint: first attempts and retries are two queues in the index. */
function firstDue(merchantId: string, endpoint: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT min(first.due_at) AS due_at FROM (VALUES (FALSE), (TRUE)) queue (retry) CROSS JOIN LATERAL (
      SELECT due_at FROM webhook_deliveries WHERE status = 'waiting' AND merchant_id = ${merchantId}::uuid
        AND COALESCE(endpoint_id, merchant_id) = ${endpoint} AND (tries > 0) = queue.retry
      ORDER BY due_at LIMIT 1) first)`;
}

/** Attempts to one endpoint in one hour: an hour may have several rows. */
export type HourOfDay = { endpointKey: string; hour: Date; ok: number; failed: number; took: number[] };

/** The attempts to these endpoints from `since` on, in one statement, so that an increment counts once. */
export function findHours(db: Db, endpointKeys: readonly string[], since: Date): Promise<HourOfDay[]> {
  const rowsOf = (table: Prisma.Sql) => Prisma.sql`
    SELECT endpoint_key::text AS "endpointKey", hour, ok, failed, took FROM ${table}
    WHERE endpoint_key = ANY(${[...endpointKeys]}::uuid[]) AND hour >= ${since}`;
  return db.$queryRaw<HourOfDay[]>`${rowsOf(Prisma.sql`webhook_endpoint_hourly_stats`)}
    UNION ALL ${rowsOf(Prisma.sql`webhook_endpoint_stats_increments`)}`;
}

/** `name`: null for the default URL. */
type FailingEndpointRow = {
  name: string | null;
  failures: number;
  failingSince: Date;
  lastError: string | null;
  circuitOpenedAt: Date | null;
  trialAt: Date | null;
  nextDueAt: Date | null;
};

/**
 * A merchant's endpoints that are failing or whose circuit is open, the longest first, without paused and disabled
 * ones.
 */
export function findFailingEndpoints(db: Db, merchantId: string, limit: number): Promise<FailingEndpointRow[]> {
  return db.$queryRaw<FailingEndpointRow[]>`
    SELECT e.name, h.failures, h.failing_since AS "failingSince", h.last_error AS "lastError",
      h.circuit_opened_at AS "circuitOpenedAt", h.trial_at AS "trialAt", next.due_at AS "nextDueAt"
    FROM webhook_health h
      LEFT JOIN webhook_endpoints e ON e.id = h.endpoint_key
      LEFT JOIN webhook_defaults d ON d.merchant_id = h.endpoint_key
      CROSS JOIN LATERAL ${firstDue(merchantId, Prisma.sql`h.endpoint_key`)} next
    WHERE h.merchant_id = ${merchantId}::uuid AND h.failures > 0 AND h.paused_at IS NULL
      AND (e.id IS NULL OR e.disabled_at IS NULL) AND (e.id IS NOT NULL OR d.url IS NOT NULL)
    ORDER BY h.failing_since, h.endpoint_key LIMIT ${limit}`;
}
