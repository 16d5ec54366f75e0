import { type Db, Prisma, type Tx } from "../../lib/db";

/** An endpoint that is paused (`paused`) or whose circuit is open. */
export type StoppedEndpoint = { endpointKey: string; merchantId: string; paused: boolean };

/** Days that due deliveries wait, by the kind of stop. */
type KeptDays = { circuit_open: number; paused: number };

/** SQL of the endpoints that have been stopped long enough. */
const stoppedLong = (days: KeptDays) => Prisma.sql`(circuit_opened_at IS NOT NULL OR paused_at IS NOT NULL)
  AND COALESCE(paused_at + make_interval(days => ${days.paused}::int),
    circuit_opened_at + make_interval(days => ${days.circuit_open}::int)) <= app_now()`;

/** Up to `limit` endpoints that have been stopped long enough for deliveries to expire, with keys after `after`. */
export function findStoppedEndpoints(db: Db, after: string, days: KeptDays, limit: number): Promise<StoppedEndpoint[]> {
  return db.$queryRaw<StoppedEndpoint[]>`
    SELECT endpoint_key::text AS "endpointKey", merchant_id::text AS "merchantId", paused_at IS NOT NULL AS paused
    FROM webhook_health WHERE endpoint_key > ${after}::uuid AND ${stoppedLong(days)}
    ORDER BY endpoint_key LIMIT ${limit}`;
}

/**
 * Keeps the endpoint stopped until the transaction ends. False: it was resumed meanwhile, also when it was stopped again,
 * or the kind of stop changed.
 */
export async function lockStoppedEndpoint(
  tx: Tx,
  { endpointKey, paused }: StoppedEndpoint,
  days: KeptDays,
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ paused: boolean }[]>`
    SELECT paused_at IS NOT NULL AS paused FROM webhook_health
    WHERE endpoint_key = ${endpointKey}::uuid AND ${stoppedLong(days)} FOR SHARE`;
  return rows[0]?.paused === paused;
}

/**
 * Fails up to `limit` waiting deliveries that were due that many days ago, oldest first, except leased and priority
 * ones. Returns their number. An expired lease is removed: its late outcome would make the delivery wait again.
 */
export function failOldDeliveries(
  tx: Tx,
  { endpointKey, merchantId }: StoppedEndpoint,
  { days, reason, limit }: { days: number; reason: string; limit: number },
): Promise<number> {
  return tx.$executeRaw`
    UPDATE webhook_deliveries SET lease_until = NULL, status = 'failed', reason = ${reason}, done_at = app_now()
    WHERE id IN (
      SELECT old.id FROM (VALUES (FALSE), (TRUE)) queue (retry) CROSS JOIN LATERAL (
        SELECT id FROM webhook_deliveries
        WHERE status = 'waiting' AND merchant_id = ${merchantId}::uuid
          AND COALESCE(endpoint_id, merchant_id) = ${endpointKey}::uuid AND (tries > 0) = queue.retry
          AND due_at <= app_now() - make_interval(days => ${days}::int) AND NOT priority
          AND (lease_until IS NULL OR lease_until <= app_now())
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
      LIMIT ${limit})`;
}
