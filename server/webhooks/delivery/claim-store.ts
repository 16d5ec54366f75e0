import { FREE, FREE_AND_DUE, type Lease } from "../../jobs/leased-rows";
import { type Db, Prisma } from "../../lib/db";
import { rowsUnderLock } from "../../lib/statements";

/** A claim reads at most this many times the rows that it may take, shared between the queues. */
const READ_FACTOR = 4;
/** The endpoint's id, or the merchant's for its default URL. */
const ENDPOINT_KEY = Prisma.sql`COALESCE(endpoint_id, merchant_id)`;
/** An endpoint has two queues: first attempts, and retries. The index of due rows begins with these columns. */
const QUEUE = Prisma.sql`merchant_id, ${ENDPOINT_KEY}, tries > 0`;
/** The order of a queue. The index of due rows ends with these columns. */
const ORDER = Prisma.sql`due_at, id`;
/** Before and after every id. */
const FIRST_ID = Prisma.sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const LAST_ID = Prisma.sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;
/**
 * A queue's start stays this far in the past. A delivery is due since its transaction began, so one of a transaction
 * that is shorter than this never becomes visible before a start.
 */
const START_LAG_S = 1;
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

/**
 * A queue of an endpoint, its first attempts or its retries, and where it starts: when a claim read it, no waiting
 * delivery was before (`dueAt`, `id`). Times are text, so that nothing is rounded.
 */
export type QueueStart = { merchantId: string; endpointKey: string; retry: boolean; dueAt: string; id: string };

/** Where a claim begins to read. `inFlight`: no lease in flight ends before; null: unknown. */
export type ReadPositions = { queues: readonly QueueStart[]; inFlight: string | null };

type ClaimOrder = {
  limit: number;
  limits: ConcurrencyLimits;
  leaseS: number;
  positions: ReadPositions;
};

/** A call takes 15 s at most, and its outcome must be written within the lease. With less time left none is sent. */
export const MIN_LEASE_LEFT_S = 16;

/** `next`: where the next claim may begin to read; null for priority deliveries. */
type ClaimedRow = Lease & { endpointKey: string; next: { queue: QueueStart; inFlight: string } | null };

/**
 * A leased delivery and its endpoint. `sendBeforeMs`: when the lease has only `MIN_LEASE_LEFT_S` left, by
 * `performance.now()`, which no change of the clock moves. Counted from before the claim, so it is never too late.
 */
export type DeliveryLease = ClaimedRow & { sendBeforeMs: number };

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
export async function claimDeliveries(order: ClaimOrder): Promise<DeliveryLease[]> {
  const { limit, leaseS } = order;
  const sendBeforeMs = performance.now() + (leaseS - MIN_LEASE_LEFT_S) * 1_000;
  const claim = Prisma.sql`
    WITH priority AS MATERIALIZED (
      SELECT id FROM webhook_deliveries WHERE priority AND ${CLAIMABLE}
      ORDER BY due_at LIMIT ${Math.ceil(limit / 2)}::int FOR UPDATE SKIP LOCKED
    ), chosen AS MATERIALIZED (
      SELECT id, NULL::json AS next FROM priority UNION ALL (${byFairRank(order)}
      LIMIT ${limit}::int - (SELECT count(*) FROM priority))
    ), leased AS (
      UPDATE webhook_deliveries AS t
      SET lease_until = app_now() + make_interval(secs => ${leaseS}::float8)
      WHERE t.id = ANY(ARRAY(SELECT id FROM chosen))
      RETURNING t.id, t.lease_until::text AS until, ${ENDPOINT_KEY}::text AS "endpointKey"
    )
    SELECT id::text, until, "endpointKey", next FROM leased JOIN chosen USING (id)`;
  const rows = await rowsUnderLock<ClaimedRow>(CLAIM_LOCK, claim);
  return rows.map((row) => ({ ...row, sendBeforeMs }));
}

/**
 * The due rows of queue `q` from a position on, in the order of the index of due rows. By ranges of rows only: given
 * equal columns PostgreSQL would, where few rows wait, read the index of the log, with the dead rows before the
 * position, and sort; given a condition on `due_at` alone PostgreSQL 18 would look for it in every queue. The limit that
 * follows is a constant, because with one that it cannot know PostgreSQL would sort all rows of the merchant.
 */
const dueRowsFrom = (operator: ">" | ">=", position: string, where = Prisma.empty) => Prisma.sql`
  SELECT ${ORDER} FROM webhook_deliveries
  WHERE status = 'waiting' AND (${QUEUE}, due_at) <= (q.merchant_id, q.endpoint_key, q.retry, app_now())
    AND (${QUEUE}, ${ORDER}) ${Prisma.raw(operator)} (q.merchant_id, q.endpoint_key, q.retry, ${Prisma.raw(position)}) ${where}
  ORDER BY ${QUEUE}, ${ORDER}`;

/**
 * `starts`: the queues whose start is known, each with the next one as its end, after a first one that is none.
 * `queues`: every queue with its first waiting delivery: those with a start, and those between two of them.
 *
 * Before a start are only rows that no longer wait. While a transaction somewhere holds an old snapshot, PostgreSQL
 * can't remove these, and each read of them costs as much as a row.
 */
function queuesFrom(starts: readonly QueueStart[]): Prisma.Sql {
  return Prisma.sql`
    starts AS (
      SELECT s.*, lead(merchant_id, 1, ${LAST_ID}) OVER w AS end_merchant,
        lead(endpoint_key, 1, ${LAST_ID}) OVER w AS end_endpoint, lead(retry, 1, TRUE) OVER w AS end_retry
      FROM (SELECT ${FIRST_ID}, ${FIRST_ID}, FALSE, app_now(), ${FIRST_ID} UNION ALL ${startRows(starts)})
        s (merchant_id, endpoint_key, retry, due_at, id)
      WINDOW w AS (ORDER BY merchant_id, endpoint_key, retry)
    ), queues (merchant_id, endpoint_key, retry, first_due_at, first_id, end_merchant, end_endpoint, end_retry) AS (
      SELECT q.merchant_id, q.endpoint_key, q.retry, first.due_at, first.id, end_merchant, end_endpoint, end_retry
      FROM starts q LEFT JOIN LATERAL (${dueRowsFrom(">=", "q.due_at, q.id")} LIMIT 1) first ON TRUE
      UNION ALL
      SELECT next.*, end_merchant, end_endpoint, end_retry FROM queues q CROSS JOIN LATERAL (
        SELECT ${QUEUE}, ${ORDER} FROM webhook_deliveries
        WHERE status = 'waiting' AND (${QUEUE}) > (q.merchant_id, q.endpoint_key, q.retry)
          AND (${QUEUE}) < (end_merchant, end_endpoint, end_retry)
        ORDER BY ${QUEUE}, ${ORDER} LIMIT 1) next
    )`;
}

/**
 * `in_flight`: the calls of each endpoint. `capacity`: how many more it may have. `queue_heads`: the first claimable row
 * of each queue. `found`: further rows, as far as the capacity goes. `ranked`: `endpoint_rank` is the number of the call
 * at its endpoint, `merchant_rank` at its merchant. `next`: where the next claim may begin to read. A lease in flight
 * that becomes visible later was begun at most a wait for `CLAIM_LOCK` before this claim.
 */
function byFairRank({ limit, limits, leaseS, positions }: ClaimOrder): Prisma.Sql {
  const after = (seconds: number) => Prisma.sql`app_now() + make_interval(secs => ${seconds}::float8)`;
  const youngAfter = after(leaseS - limits.slowAfterS);
  const inFlightFrom = Prisma.sql`CASE WHEN ${positions.inFlight}::timestamptz < ${after(leaseS)} THEN ${positions.inFlight}::timestamptz ELSE app_now() END`;
  const newLeasesFrom = after(leaseS - CLAIM_LOCK.waitMs / 1_000);
  const lag = after(-START_LAG_S);
  const claimable = Prisma.sql`AND NOT priority AND ${FREE}`;
  return Prisma.sql`
    WITH RECURSIVE ${queuesFrom(positions.queues)}, in_flight AS (
      SELECT merchant_id, ${ENDPOINT_KEY} AS endpoint_key, count(*)::int AS calls,
        (count(*) FILTER (WHERE lease_until > ${youngAfter}))::int AS young, min(lease_until) AS first_end
      FROM webhook_deliveries WHERE status = 'waiting' AND lease_until > app_now()
        AND lease_until >= ${inFlightFrom}
      GROUP BY 1, 2
    ), capacity AS (
      SELECT q.merchant_id, q.endpoint_key, q.retry, q.first_due_at, q.first_id, COALESCE(calls, 0) AS calls,
        ${capacityOf(limits)} - COALESCE(calls, 0) AS free
      FROM queues q LEFT JOIN in_flight USING (merchant_id, endpoint_key)
      LEFT JOIN webhook_health h ON h.endpoint_key = q.endpoint_key
      LEFT JOIN webhook_endpoints e ON e.id = q.endpoint_key
      WHERE first_due_at <= app_now()
    ), queue_heads AS MATERIALIZED (
      SELECT q.*, head.* FROM capacity q CROSS JOIN LATERAL (
        ${dueRowsFrom(">=", "q.first_due_at, q.first_id", claimable)} LIMIT 1) head WHERE free > 0
    ), found AS (
      SELECT * FROM queue_heads UNION ALL
      SELECT q.merchant_id, q.endpoint_key, q.retry, q.first_due_at, q.first_id, q.calls, q.free, more.*
      FROM queue_heads q CROSS JOIN LATERAL (
        SELECT * FROM (${dueRowsFrom(">", "q.due_at, q.id", claimable)} LIMIT ${Prisma.raw(String(limits.perEndpoint))}) few
        LIMIT least(free, ${READ_FACTOR * limit}::int / (SELECT count(*) FROM queue_heads)) - 1
      ) more WHERE (SELECT count(*) FROM queue_heads) < ${limit}::int
    ), numbered AS (
      SELECT found.*, row_number() OVER (PARTITION BY merchant_id, endpoint_key ORDER BY retry, due_at, id) AS nth FROM found
    ), ranked AS (
      SELECT numbered.*, calls + nth AS endpoint_rank, COALESCE(young, 0)
        + row_number() OVER (PARTITION BY merchant_id ORDER BY calls + nth, retry, due_at, id) AS merchant_rank
      FROM numbered LEFT JOIN (SELECT merchant_id, sum(young) AS young FROM in_flight GROUP BY 1) m USING (merchant_id)
      WHERE nth <= free
    )
    SELECT locked.id, json_build_object(
      'inFlight', (SELECT least(min(first_end), ${newLeasesFrom})::text FROM in_flight),
      'queue', json_build_object('merchantId', merchant_id, 'endpointKey', endpoint_key, 'retry', retry,
        'dueAt', least(first_due_at, ${lag})::text,
        'id', CASE WHEN first_due_at < ${lag} THEN first_id ELSE ${FIRST_ID} END)) AS next
    FROM (
      SELECT * FROM ranked
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

/** Starts as rows. One in the future, as after the clock was set back, is none. */
function startRows(starts: readonly QueueStart[]): Prisma.Sql {
  // As arrays' text: a message of several statements takes no parameters.
  const array = (of: keyof QueueStart) => `{${starts.map((start) => `"${start[of]}"`).join()}}`;
  return Prisma.sql`SELECT * FROM unnest(${array("merchantId")}::uuid[], ${array("endpointKey")}::uuid[],
    ${array("retry")}::boolean[], ${array("dueAt")}::timestamptz[], ${array("id")}::uuid[])
    AS s (merchant_id, endpoint_key, retry, due_at, id) WHERE due_at <= app_now()`;
}

/** The starts of those queues that have a waiting delivery before the given start. */
export async function findEarlierStarts(db: Db, starts: readonly QueueStart[]): Promise<QueueStart[]> {
  if (starts.length === 0) return [];
  return db.$queryRaw<QueueStart[]>`
    SELECT s.merchant_id::text AS "merchantId", s.endpoint_key::text AS "endpointKey", s.retry,
      first.due_at::text AS "dueAt", first.id::text AS id
    FROM (${startRows(starts)}) s CROSS JOIN LATERAL (
      SELECT ${ORDER} FROM webhook_deliveries
      WHERE status = 'waiting' AND (${QUEUE}) >= (s.merchant_id, s.endpoint_key, s.retry)
        AND (${QUEUE}, ${ORDER}) < (s.merchant_id, s.endpoint_key, s.retry, s.due_at, s.id)
      ORDER BY ${QUEUE}, ${ORDER} LIMIT 1) first`;
}
