import { FREE_AND_DUE, type Lease, WORKER_IS_GONE } from "../jobs/leased-rows";
import { type Db, Prisma, queryUnderLock } from "../lib/db";

/** A claim reads this many times the rows that it may take: the more queues there are, the fewer of each. */
const DEEPEST = 4;
/** What a delivery goes to: an endpoint, or the merchant's default URL. */
const DESTINATION = Prisma.sql`COALESCE(endpoint_id, merchant_id)`;
/** A destination's first attempts, and its retries: two queues. The index of due rows begins with these columns. */
const QUEUE = Prisma.sql`merchant_id, ${DESTINATION}, tries > 0`;
const CLAIMABLE = Prisma.sql`status = 'waiting' AND ${FREE_AND_DUE}`;
/**
 * Claims of deliveries run one at a time. Two at once would each count what is in hand before the other's leases are
 * visible; as soon as their rows differ (a new first attempt ahead of retries, equal due times under two query plans) they
 * exceed every limit: 32 calls in hand of 16. A claim takes milliseconds. A lease begins before the wait, which leaves at
 * least 20 s of its 25 s.
 */
const CLAIM_LOCK = { key: 7_320, waitMs: 5_000 };

/** How many calls are in hand at once. */
export type Places = {
  /** To one destination. */
  perDestination: number;
  /** To one that keeps a call waiting for longer than `patienceS`. */
  perSlowDestination: number;
  /** To one whose last `failuresToSlow` tries, or more, all failed. */
  perFailingDestination: number;
  /** To all of a merchant's, of calls that are younger than `patienceS` … */
  perMerchant: number;
  /** … and as many of these are for a destination's first call alone. */
  forFirstCalls: number;
  patienceS: number;
  failuresToSlow: number;
};

export type ClaimOrder = { limit: number; places: Places; leaseS: number; leasedBy: string | null };

/** A delivery in hand, and what it goes to. */
export type DeliveryLease = Lease & { destinationId: string };

/**
 * Takes up to `limit` deliveries that are due: those that a person waits for first, up to half of them, whatever the
 * health and the places; then by turns and not by age. Every destination has its first call in hand before any has its
 * second, and every merchant before any merchant's next; what is in hand already counts as a turn. Of equal turns first
 * attempts go before retries, then the longest due. So a backlog, however old, waits for whoever has nothing in hand.
 * A destination that is held or whose breaker is open gets none; when a probe is due, one. A disabled one has its places
 * whatever its health: its deliveries end unsent. The recursion steps from queue to queue through the partial index: a
 * long one costs the others nothing. Under `CLAIM_LOCK` it sees every lease of the claims before it, so the limits hold for
 * any number of workers. Rows are locked last, one by one in that order, and those that another transaction has locked are
 * skipped.
 */
export function claimDeliveries(order: ClaimOrder): Promise<DeliveryLease[]> {
  const { limit, leaseS, leasedBy } = order;
  const claim = Prisma.sql`
    WITH by_hand AS MATERIALIZED (
      SELECT id FROM webhook_deliveries WHERE by_hand AND ${CLAIMABLE}
      ORDER BY due_at LIMIT ${Math.ceil(limit / 2)}::int FOR UPDATE SKIP LOCKED
    ), chosen AS MATERIALIZED (
      SELECT id FROM by_hand UNION ALL (${byTurns(order)}
      LIMIT ${limit}::int - (SELECT count(*) FROM by_hand))
    )
    UPDATE webhook_deliveries AS t
    SET lease_until = app_now() + make_interval(secs => ${leaseS}::float8), leased_by = ${leasedBy}::uuid
    WHERE t.id = ANY(ARRAY(SELECT id FROM chosen))
    RETURNING t.id::text AS id, t.lease_until::text AS until, ${DESTINATION}::text AS "destinationId"`;
  return queryUnderLock<DeliveryLease>(CLAIM_LOCK, claim);
}

function byTurns({ limit, places, leaseS }: ClaimOrder): Prisma.Sql {
  const youngAfter = Prisma.sql`app_now() + make_interval(secs => ${leaseS - places.patienceS}::float8)`;
  // Both steps read the index of due rows, whose order within a queue is that of due_at.
  const free = Prisma.sql`
    FROM webhook_deliveries WHERE (${QUEUE}) = (q.merchant_id, q.destination, q.retry) AND NOT by_hand AND ${CLAIMABLE}`;
  return Prisma.sql`
    WITH RECURSIVE queues (merchant_id, destination, retry, first_due_at) AS (
      (SELECT ${QUEUE}, due_at FROM webhook_deliveries WHERE status = 'waiting' ORDER BY ${QUEUE}, due_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM queues q CROSS JOIN LATERAL (
        SELECT ${QUEUE}, due_at FROM webhook_deliveries
        WHERE status = 'waiting' AND (${QUEUE}) > (q.merchant_id, q.destination, q.retry)
        ORDER BY ${QUEUE}, due_at LIMIT 1) next
    ), in_hand AS (
      SELECT merchant_id, ${DESTINATION} AS destination, count(*)::int AS calls,
        (count(*) FILTER (WHERE lease_until > ${youngAfter}))::int AS young
      FROM webhook_deliveries WHERE status = 'waiting' AND lease_until > app_now() GROUP BY 1, 2
    ), rooms AS (
      SELECT q.*, COALESCE(calls, 0) AS calls, ${roomOf(places)} - COALESCE(calls, 0) AS room
      FROM queues q LEFT JOIN in_hand USING (merchant_id, destination)
      LEFT JOIN webhook_health h ON h.destination_id = q.destination
      LEFT JOIN webhook_endpoints e ON e.id = q.destination
      WHERE first_due_at <= app_now()
    ), firsts AS MATERIALIZED (
      SELECT q.*, first.* FROM rooms q CROSS JOIN LATERAL (SELECT id, due_at ${free} ORDER BY due_at LIMIT 1) first WHERE room > 0
    ), found AS (
      SELECT * FROM firsts UNION ALL
      SELECT q.merchant_id, q.destination, q.retry, q.first_due_at, q.calls, q.room, more.*
      FROM firsts q CROSS JOIN LATERAL (
        SELECT id, due_at ${free} AND id <> q.id
        ORDER BY due_at LIMIT least(room, ${DEEPEST * limit}::int / (SELECT count(*) FROM firsts)) - 1
      ) more WHERE (SELECT count(*) FROM firsts) < ${limit}::int
    ), turns AS (
      SELECT found.*, row_number() OVER (PARTITION BY merchant_id, destination ORDER BY retry, due_at, id) AS nth FROM found
    ), placed AS (
      SELECT turns.*, calls + nth AS turn, COALESCE(young, 0)
        + row_number() OVER (PARTITION BY merchant_id ORDER BY calls + nth, retry, due_at, id) AS place
      FROM turns LEFT JOIN (SELECT merchant_id, sum(young) AS young FROM in_hand GROUP BY 1) m USING (merchant_id)
      WHERE nth <= room
    )
    SELECT locked.id FROM (
      SELECT id FROM placed
      WHERE place <= ${places.perMerchant}::int - CASE WHEN turn > 1 THEN ${places.forFirstCalls}::int ELSE 0 END
      ORDER BY place, retry, due_at, id
    ) next CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries d WHERE d.id = next.id AND ${CLAIMABLE} FOR UPDATE SKIP LOCKED
    ) locked`;
}

/**
 * How many calls a destination may have in hand, by its health (`h`) and by what it has in hand. Of an endpoint (`e`) that
 * is disabled nothing is called, so no health keeps its deliveries from their end.
 */
function roomOf(places: Places): Prisma.Sql {
  return Prisma.sql`CASE
    WHEN e.disabled_at IS NOT NULL THEN ${places.perDestination}::int
    WHEN h.held_since IS NOT NULL THEN 0
    WHEN h.paused_since IS NOT NULL THEN CASE WHEN h.probe_at <= app_now() THEN 1 ELSE 0 END
    WHEN h.failures >= ${places.failuresToSlow}::int THEN ${places.perFailingDestination}::int
    WHEN calls > young THEN ${places.perSlowDestination}::int
    ELSE ${places.perDestination}::int END`;
}

/** The workers that have deliveries in hand and are gone. */
export async function findGoneWorkers(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT leased_by::text AS id FROM webhook_deliveries
    WHERE status = 'waiting' AND lease_until > app_now() AND leased_by IS NOT NULL AND ${WORKER_IS_GONE}`;
  return rows.map(({ id }) => id);
}

/** Takes deliveries out of the hands of workers that are gone. Answers how many. */
export function freeDeliveriesOf(db: Db, workerIds: readonly string[]): Promise<number> {
  return db.$executeRaw`
    UPDATE webhook_deliveries SET lease_until = NULL, leased_by = NULL
    WHERE status = 'waiting' AND lease_until IS NOT NULL AND leased_by = ANY(${[...workerIds]}::uuid[])`;
}
