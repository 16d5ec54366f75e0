import { FREE_AND_DUE, type Lease, WORKER_IS_GONE } from "../../jobs/leased-rows";
import { type Db, Prisma, queryUnderLock } from "../../lib/db";

/** A claim reads at most this many times the rows that it may take, shared between the queues. */
const READ_FACTOR = 4;
/** The endpoint's id, or the merchant's for its default URL. */
const ENDPOINT_KEY = Prisma.sql`COALESCE(endpoint_id, merchant_id)`;
/** An endpoint has two queues: first attempts, and retries. The index of due rows begins with these columns. */
const QUEUE = Prisma.sql`merchant_id, ${ENDPOINT_KEY}, tries > 0`;
const CLAIMABLE = Prisma.sql`status = 'waiting' AND ${FREE_AND_DUE}`;
/**
 * Claims of deliveries run one at a time. Two concurrent claims would each count the calls in flight before the other's
 * leases are visible, and together exceed every limit: 32 calls in flight where 16 are allowed. A claim takes
 * milliseconds. A lease begins before the wait, so at least 20 s of its 25 s remain.
 */
const CLAIM_LOCK = { key: 7_320, waitMs: 5_000 };

/** How many calls may be in flight at once. */
export type ConcurrencyLimits = {
  /** To one endpoint. */
  perEndpoint: number;
  /** To an endpoint with a call older than `slowAfterS`. */
  perSlowEndpoint: number;
  /** To an endpoint whose last `failuresToSlow` attempts all failed. */
  perFailingEndpoint: number;
  /** To all endpoints of a merchant; only calls younger than `slowAfterS` count. */
  perMerchant: number;
  /** How many of `perMerchant` are reserved for an endpoint's first call. */
  reservedForFirstCalls: number;
  slowAfterS: number;
  failuresToSlow: number;
};

export type ClaimOrder = { limit: number; limits: ConcurrencyLimits; leaseS: number; leasedBy: string | null };

/** A leased delivery, and its endpoint. */
export type DeliveryLease = Lease & { endpointKey: string };

/**
 * Leases up to `limit` due deliveries. Priority deliveries (a person waits for them) come first, up to half of `limit`,
 * and ignore health and limits. The rest is claimed in fair rank and not by age: each endpoint gets its first call before
 * any endpoint gets its second, and each merchant before any merchant's next; calls in flight count. Within a rank, first
 * attempts go before retries, then the longest due. A paused endpoint gets none; one whose circuit is open gets none, or
 * one call when its half-open trial is due. A disabled endpoint keeps its limit whatever its health, because its
 * deliveries end without a call.
 *
 * The recursion steps from queue to queue through the partial index, so a long queue costs the others nothing. Under
 * `CLAIM_LOCK` a claim sees every earlier lease, so the limits hold for any number of workers. Rows are locked last, one
 * by one; rows locked by another transaction are skipped.
 */
export function claimDeliveries(order: ClaimOrder): Promise<DeliveryLease[]> {
  const { limit, leaseS, leasedBy } = order;
  const claim = Prisma.sql`
    WITH priority AS MATERIALIZED (
      SELECT id FROM webhook_deliveries WHERE priority AND ${CLAIMABLE}
      ORDER BY due_at LIMIT ${Math.ceil(limit / 2)}::int FOR UPDATE SKIP LOCKED
    ), chosen AS MATERIALIZED (
      SELECT id FROM priority UNION ALL (${byFairRank(order)}
      LIMIT ${limit}::int - (SELECT count(*) FROM priority))
    )
    UPDATE webhook_deliveries AS t
    SET lease_until = app_now() + make_interval(secs => ${leaseS}::float8), leased_by = ${leasedBy}::uuid
    WHERE t.id = ANY(ARRAY(SELECT id FROM chosen))
    RETURNING t.id::text AS id, t.lease_until::text AS until, ${ENDPOINT_KEY}::text AS "endpointKey"`;
  return queryUnderLock<DeliveryLease>(CLAIM_LOCK, claim);
}

/**
 * `queues`: every queue with its earliest due time. `capacity`: how many more calls each endpoint may have. `queue_heads`:
 * the first claimable row of each queue. `found`: further rows, as far as the capacity goes. `ranked`: `endpoint_rank` is
 * the number of the call at its endpoint, `merchant_rank` at its merchant.
 */
function byFairRank({ limit, limits, leaseS }: ClaimOrder): Prisma.Sql {
  const youngAfter = Prisma.sql`app_now() + make_interval(secs => ${leaseS - limits.slowAfterS}::float8)`;
  // Both steps read the index of due rows, whose order within a queue is that of due_at. They begin at the first due time:
  // before it are only rows that are no longer waiting. While a transaction somewhere holds an old snapshot, PostgreSQL
  // can't remove these, and each read of them costs as much as a row.
  const claimable = Prisma.sql`
    FROM webhook_deliveries WHERE (${QUEUE}) = (q.merchant_id, q.endpoint_key, q.retry) AND due_at >= q.first_due_at AND NOT priority AND ${CLAIMABLE}`;
  return Prisma.sql`
    WITH RECURSIVE queues (merchant_id, endpoint_key, retry, first_due_at) AS (
      (SELECT ${QUEUE}, due_at FROM webhook_deliveries WHERE status = 'waiting' ORDER BY ${QUEUE}, due_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM queues q CROSS JOIN LATERAL (
        SELECT ${QUEUE}, due_at FROM webhook_deliveries
        WHERE status = 'waiting' AND (${QUEUE}) > (q.merchant_id, q.endpoint_key, q.retry)
        ORDER BY ${QUEUE}, due_at LIMIT 1) next
    ), in_flight AS (
      SELECT merchant_id, ${ENDPOINT_KEY} AS endpoint_key, count(*)::int AS calls,
        (count(*) FILTER (WHERE lease_until > ${youngAfter}))::int AS young
      FROM webhook_deliveries WHERE status = 'waiting' AND lease_until > app_now() GROUP BY 1, 2
    ), capacity AS (
      SELECT q.*, COALESCE(calls, 0) AS calls, ${capacityOf(limits)} - COALESCE(calls, 0) AS free
      FROM queues q LEFT JOIN in_flight USING (merchant_id, endpoint_key)
      LEFT JOIN webhook_health h ON h.endpoint_key = q.endpoint_key
      LEFT JOIN webhook_endpoints e ON e.id = q.endpoint_key
      WHERE first_due_at <= app_now()
    ), queue_heads AS MATERIALIZED (
      SELECT q.*, head.* FROM capacity q CROSS JOIN LATERAL (
        SELECT id, due_at ${claimable} ORDER BY due_at LIMIT 1) head WHERE free > 0
    ), found AS (
      SELECT * FROM queue_heads UNION ALL
      SELECT q.merchant_id, q.endpoint_key, q.retry, q.first_due_at, q.calls, q.free, more.*
      FROM queue_heads q CROSS JOIN LATERAL (
        SELECT id, due_at ${claimable} AND id <> q.id
        ORDER BY due_at LIMIT least(free, ${READ_FACTOR * limit}::int / (SELECT count(*) FROM queue_heads)) - 1
      ) more WHERE (SELECT count(*) FROM queue_heads) < ${limit}::int
    ), numbered AS (
      SELECT found.*, row_number() OVER (PARTITION BY merchant_id, endpoint_key ORDER BY retry, due_at, id) AS nth FROM found
    ), ranked AS (
      SELECT numbered.*, calls + nth AS endpoint_rank, COALESCE(young, 0)
        + row_number() OVER (PARTITION BY merchant_id ORDER BY calls + nth, retry, due_at, id) AS merchant_rank
      FROM numbered LEFT JOIN (SELECT merchant_id, sum(young) AS young FROM in_flight GROUP BY 1) m USING (merchant_id)
      WHERE nth <= free
    )
    SELECT locked.id FROM (
      SELECT id FROM ranked
      WHERE merchant_rank <= ${limits.perMerchant}::int
        - CASE WHEN endpoint_rank > 1 THEN ${limits.reservedForFirstCalls}::int ELSE 0 END
      ORDER BY merchant_rank, retry, due_at, id
    ) next CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries d WHERE d.id = next.id AND ${CLAIMABLE} FOR UPDATE SKIP LOCKED
    ) locked`;
}

/**
 * How many calls an endpoint may have in flight, by its health (`h`) and its calls. A disabled one (`e`) is never
 * called.
 */
function capacityOf(limits: ConcurrencyLimits): Prisma.Sql {
  return Prisma.sql`CASE
    WHEN e.disabled_at IS NOT NULL THEN ${limits.perEndpoint}::int
    WHEN h.paused_at IS NOT NULL THEN 0
    WHEN h.circuit_opened_at IS NOT NULL THEN CASE WHEN h.trial_at <= app_now() THEN 1 ELSE 0 END
    WHEN h.failures >= ${limits.failuresToSlow}::int THEN ${limits.perFailingEndpoint}::int
    WHEN calls > young THEN ${limits.perSlowEndpoint}::int
    ELSE ${limits.perEndpoint}::int END`;
}

/** The ids of dead workers that hold leases. */
export async function findGoneWorkers(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT leased_by::text AS id FROM webhook_deliveries
    WHERE status = 'waiting' AND lease_until > app_now() AND leased_by IS NOT NULL AND ${WORKER_IS_GONE}`;
  return rows.map(({ id }) => id);
}

/** Ends the leases of dead workers. Returns the number of freed deliveries. */
export function freeDeliveriesOf(db: Db, workerIds: readonly string[]): Promise<number> {
  return db.$executeRaw`
    UPDATE webhook_deliveries SET lease_until = NULL, leased_by = NULL
    WHERE status = 'waiting' AND lease_until IS NOT NULL AND leased_by = ANY(${[...workerIds]}::uuid[])`;
}
