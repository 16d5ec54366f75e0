import { now } from "../lib/clock";
import type { Tx } from "../lib/db";
import type { Run } from "./health-rules";

/** A run of failures, and whose it is. */
export type RunRow = Run & { destinationId: string };

/** A destination, and the merchant that it belongs to: the same id, for its default URL. */
export type DestinationRef = { destinationId: string; merchantId: string };

/**
 * Makes the rows that are missing. In the order of ids, as every writer here: whoever waits for another's row holds none
 * that the other waits for.
 */
export async function insertHealth(tx: Tx, destinations: readonly DestinationRef[]): Promise<void> {
  if (destinations.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO webhook_health (destination_id, merchant_id)
    SELECT "destinationId", "merchantId" FROM jsonb_to_recordset(${JSON.stringify(destinations)}::jsonb)
      AS r("destinationId" uuid, "merchantId" uuid)
    ORDER BY 1 ON CONFLICT DO NOTHING`;
}

/** The runs of these destinations that have a row, locked in the order of their ids until the transaction ends. */
export function lockRuns(tx: Tx, destinationIds: readonly string[]): Promise<RunRow[]> {
  return tx.$queryRaw<RunRow[]>`
    SELECT destination_id::text AS "destinationId", failures, failing_since AS "failingSince", last_error AS "lastError",
      last_failure_at AS "lastFailureAt", paused_since AS "pausedSince", probe_at AS "probeAt", probes,
      taken_since AS "takenSince"
    FROM webhook_health WHERE destination_id = ANY(${[...destinationIds]}::uuid[])
    ORDER BY destination_id FOR UPDATE`;
}

/** Writes runs back whose rows are locked. */
export async function updateRuns(tx: Tx, rows: readonly RunRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    UPDATE webhook_health h SET failures = r.failures, failing_since = r."failingSince", last_error = r."lastError",
      last_failure_at = r."lastFailureAt", paused_since = r."pausedSince", probe_at = r."probeAt", probes = r.probes,
      taken_since = r."takenSince", updated_at = ${now()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("destinationId" uuid, failures int,
      "failingSince" timestamptz, "lastError" text, "lastFailureAt" timestamptz, "pausedSince" timestamptz,
      "probeAt" timestamptz, probes int, "takenSince" timestamptz)
    WHERE h.destination_id = r."destinationId"`;
}

/** Tries to one destination in one hour. `took`: how many of the successful ones fell in each class of time. */
export type HourRow = {
  destinationId: string;
  hour: Date;
  ok: number;
  failed: number;
  took: number[];
  lastOkAt: Date | null;
};

/** Adds to what was counted in these hours. One row for each destination and hour, in any order. */
export async function addToHours(tx: Tx, rows: readonly HourRow[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO webhook_hours AS h (destination_id, hour, ok, failed, took, last_ok_at)
    SELECT "destinationId", hour, ok, failed, ARRAY(SELECT jsonb_array_elements_text(took)::int), "lastOkAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r("destinationId" uuid, hour timestamptz, ok int, failed int, took jsonb, "lastOkAt" timestamptz)
    ORDER BY 1, 2
    ON CONFLICT (destination_id, hour) DO UPDATE SET ok = h.ok + excluded.ok, failed = h.failed + excluded.failed,
      took = ARRAY(SELECT COALESCE(a, 0) + COALESCE(b, 0)
        FROM unnest(h.took, excluded.took) WITH ORDINALITY AS t(a, b, n) ORDER BY n),
      last_ok_at = GREATEST(h.last_ok_at, excluded.last_ok_at)`;
}
