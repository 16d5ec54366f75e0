import type { Db, Tx } from "../lib/db";

/** A destination that gets nothing, and how long what it is to be told has waited for it at most. */
export type StoppedRow = { destinationId: string; merchantId: string; held: boolean };

/** Of both pauses: how many days what is due is kept. */
export type KeptDays = { breaker: number; person: number };

/** Up to `limit` destinations that were stopped for so long that something may be too old; ids after `after`. */
export function findStopped(db: Db, after: string, days: KeptDays, limit: number): Promise<StoppedRow[]> {
  return db.$queryRaw<StoppedRow[]>`
    SELECT destination_id::text AS "destinationId", merchant_id::text AS "merchantId", held_since IS NOT NULL AS held
    FROM webhook_health
    WHERE (paused_since IS NOT NULL OR held_since IS NOT NULL) AND destination_id > ${after}::uuid
      AND COALESCE(held_since + make_interval(days => ${days.person}::int),
        paused_since + make_interval(days => ${days.breaker}::int)) <= app_now()
    ORDER BY destination_id LIMIT ${limit}`;
}

/** Keeps the destination stopped until the transaction ends. False: it is no more, or by somebody else. */
export async function lockStopped(tx: Tx, { destinationId, held }: StoppedRow): Promise<boolean> {
  const rows = await tx.$queryRaw<{ held: boolean }[]>`
    SELECT held_since IS NOT NULL AS held FROM webhook_health
    WHERE destination_id = ${destinationId}::uuid AND (paused_since IS NOT NULL OR held_since IS NOT NULL) FOR SHARE`;
  return rows[0]?.held === held;
}

/**
 * Gives up to `limit` deliveries up that were due so many days ago and wait, the oldest first; none that a worker has in
 * hand, and none that a person waits for. Answers how many.
 */
export function failOldDeliveries(
  tx: Tx,
  { destinationId, merchantId }: StoppedRow,
  { days, reason, limit }: { days: number; reason: string; limit: number },
): Promise<number> {
  return tx.$executeRaw`
    UPDATE webhook_deliveries SET status = 'failed', reason = ${reason}, done_at = app_now()
    WHERE id IN (
      SELECT old.id FROM (VALUES (FALSE), (TRUE)) queue (retry) CROSS JOIN LATERAL (
        SELECT id FROM webhook_deliveries
        WHERE status = 'waiting' AND merchant_id = ${merchantId}::uuid
          AND COALESCE(endpoint_id, merchant_id) = ${destinationId}::uuid AND (tries > 0) = queue.retry
          AND due_at <= app_now() - make_interval(days => ${days}::int) AND NOT by_hand
          AND (lease_until IS NULL OR lease_until <= app_now())
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
      LIMIT ${limit})`;
}

/** Forgets up to `limit` hours that are older than so many days. Answers how many. */
export function deleteOldHours(db: Db, days: number, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM webhook_hours WHERE (destination_id, hour) IN (
      SELECT destination_id, hour FROM webhook_hours
      WHERE hour < app_now() - make_interval(days => ${days}::int) ORDER BY hour LIMIT ${limit})`;
}
