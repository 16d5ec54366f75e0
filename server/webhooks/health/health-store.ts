import { now } from "../../lib/clock";
import { type Db, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { countOf } from "../../lib/statements";
import type { Run } from "./circuit-rules";

/** A run of failures, with its endpoint. */
export type RunRow = Run & { endpointKey: string };

/** An endpoint and its merchant; equal ids for the default URL. */
type EndpointOwner = { endpointKey: string; merchantId: string };

/** Inserts missing rows. All writers here lock in the order of keys, which prevents deadlocks. */
export async function insertHealth(tx: Tx, endpoints: readonly EndpointOwner[]): Promise<void> {
  if (endpoints.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO webhook_health (endpoint_key, merchant_id)
    SELECT "endpointKey", "merchantId" FROM jsonb_to_recordset(${JSON.stringify(endpoints)}::jsonb)
      AS r("endpointKey" uuid, "merchantId" uuid)
    ORDER BY 1 ON CONFLICT DO NOTHING`;
}

/** The existing runs of these endpoints, locked in the order of keys until the transaction ends. */
export function lockRuns(tx: Tx, endpointKeys: readonly string[]): Promise<RunRow[]> {
  return tx.$queryRaw<RunRow[]>`
    SELECT endpoint_key::text AS "endpointKey", failures, failing_since AS "failingSince", last_error AS "lastError",
      last_failure_at AS "lastFailureAt", circuit_opened_at AS "circuitOpenedAt", trial_at AS "trialAt", trials,
      recovered_at AS "recoveredAt"
    FROM webhook_health WHERE endpoint_key = ANY(${[...endpointKeys]}::uuid[])
    ORDER BY endpoint_key FOR UPDATE`;
}

/** The URLs of these endpoints, by endpoint key; null: the default URL was removed. Deleted endpoints are missing. */
export async function findCurrentUrls(db: Db, endpointKeys: readonly string[]): Promise<Map<string, string | null>> {
  if (endpointKeys.length === 0) return new Map();
  const keys = [...endpointKeys];
  const rows = await db.$queryRaw<{ endpointKey: string; url: string | null }[]>`
    SELECT id::text AS "endpointKey", url FROM webhook_endpoints WHERE id = ANY(${keys}::uuid[])
    UNION ALL SELECT merchant_id::text, url FROM webhook_defaults WHERE merchant_id = ANY(${keys}::uuid[])`;
  return new Map(rows.map(({ endpointKey, url }) => [endpointKey, url]));
}

/** Updates locked runs. */
export async function updateRuns(tx: Tx, rows: readonly RunRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    UPDATE webhook_health h SET failures = r.failures, failing_since = r."failingSince", last_error = r."lastError",
      last_failure_at = r."lastFailureAt", circuit_opened_at = r."circuitOpenedAt", trial_at = r."trialAt", trials = r.trials,
      recovered_at = r."recoveredAt", updated_at = ${now()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("endpointKey" uuid, failures int,
      "failingSince" timestamptz, "lastError" text, "lastFailureAt" timestamptz, "circuitOpenedAt" timestamptz,
      "trialAt" timestamptz, trials int, "recoveredAt" timestamptz)
    WHERE h.endpoint_key = r."endpointKey"`;
}

/** Attempts to one endpoint in one hour. `took`: successful ones by duration bucket. */
export type HourRow = {
  endpointKey: string;
  hour: Date;
  ok: number;
  failed: number;
  took: number[];
  lastOkAt: Date | null;
};

/** Counts attempts. At most one row for each endpoint and hour. */
export async function insertIncrements(tx: Tx, rows: readonly HourRow[]): Promise<void> {
  const given = rows.map(({ took, ...row }) => ({ ...row, id: newId(), took: `{${took.join()}}` }));
  await countOf(
    tx,
    Prisma.sql`
    INSERT INTO webhook_endpoint_stats_increments (id, endpoint_key, hour, ok, failed, took, last_ok_at)
    SELECT id, "endpointKey", hour, ok, failed, took::int[], "lastOkAt"
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS r(id uuid, "endpointKey" uuid, hour timestamptz, ok int, failed int, took text, "lastOkAt" timestamptz)`,
  );
}

/**
 * Adds all increments to their hourly rows, and deletes them. Any number of workers may do it at once: each takes other
 * increments, and hourly rows are locked in the order of keys.
 */
export async function addIncrements(db: Db): Promise<void> {
  await db.$executeRaw`
    WITH taken AS (
      DELETE FROM webhook_endpoint_stats_increments WHERE (endpoint_key, hour, id) IN (
        SELECT endpoint_key, hour, id FROM webhook_endpoint_stats_increments FOR UPDATE SKIP LOCKED)
      RETURNING *
    ), buckets AS (
      SELECT endpoint_key, hour, n, sum(bucket) AS total
      FROM taken CROSS JOIN unnest(took) WITH ORDINALITY AS t(bucket, n) GROUP BY 1, 2, 3
    ), durations AS (
      SELECT endpoint_key, hour, array_agg(total::int ORDER BY n) AS took FROM buckets GROUP BY 1, 2
    )
    INSERT INTO webhook_endpoint_hourly_stats AS h (endpoint_key, hour, ok, failed, took, last_ok_at)
    SELECT endpoint_key, hour, sum(ok), sum(failed), durations.took, max(last_ok_at)
    FROM taken JOIN durations USING (endpoint_key, hour) GROUP BY 1, 2, durations.took
    ORDER BY 1, 2
    ON CONFLICT (endpoint_key, hour) DO UPDATE SET ok = h.ok + excluded.ok, failed = h.failed + excluded.failed,
      took = ARRAY(SELECT COALESCE(a, 0) + COALESCE(b, 0)
        FROM unnest(h.took, excluded.took) WITH ORDINALITY AS t(a, b, n) ORDER BY n),
      last_ok_at = GREATEST(h.last_ok_at, excluded.last_ok_at)`;
}

/** Deletes up to `limit` hourly rows older than that many days. Returns their number. */
export function deleteOldHours(db: Db, days: number, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM webhook_endpoint_hourly_stats WHERE (endpoint_key, hour) IN (
      SELECT endpoint_key, hour FROM webhook_endpoint_hourly_stats
      WHERE hour < app_now() - make_interval(days => ${days}::int) ORDER BY hour LIMIT ${limit})`;
}
