import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { type LogFilter, type Shelves, walkSql } from "./log-filter-store";

/** A UUIDv7's time and version: the rest of each id of a set is random. PostgreSQL makes none itself before 18. */
const ID_PREFIX_LENGTH = 15;

/**
 * So many of a merchant's deliveries at once go in front of everything, whatever the health and the places: a person's few.
 * More would take the workers' calls from everybody else, at a receiver that hangs.
 */
export const MAX_BY_HAND = 20;

/** Free to be touched: no worker has it in hand. */
const FREE = Prisma.sql`(d.lease_until IS NULL OR d.lease_until <= app_now())`;

/** Where an event goes now that had nowhere to go when it happened. `endpointId` null: the default URL. */
export type Heir = { type: string; test: boolean; endpointId: string | null };

/** What a resend is bound to: the deliveries that there were then, and in the state in which they were. */
export type ResendSet = { filter: LogFilter; all: Shelves; until: Date; heirs: readonly Heir[]; limit: number };

/** Lets resends of one merchant follow one another until the transaction ends: the later one sees what the earlier one sent. */
export async function lockResends(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_resends ${merchantId}`}, 0))`;
}

/** The database's present: what a count is bound to. */
export async function readMoment(db: Db): Promise<Date> {
  const [row] = await db.$queryRaw<Array<{ now: Date }>>`SELECT app_now()::timestamptz(3) AS now`;
  if (!row) throw new Error("SELECT answered no row.");
  return row.now;
}

/**
 * SQL of what a resend would send: `id`, `status`, `event_id`, and `goes_to`, the endpoint (null: the default URL). Of
 * each event and destination the newest delivery alone speaks: whatever was recorded after it was sent since. It is
 * looked for once a row, by the index of the event: as a join, the planner would read the whole table for each shelf. A
 * delivery that waits is brought forward, unless it is due or in hand anyhow. One that had no destination is its event's
 * only word.
 */
function chosenSql({ filter, all, until, heirs, limit }: ResendSet): Prisma.Sql {
  const isNewest = Prisma.sql`d.id = (
    SELECT n.id FROM webhook_deliveries n
    WHERE n.event_id = d.event_id AND (d.status = 'no_destination'
      OR COALESCE(n.endpoint_id, n.merchant_id) = COALESCE(d.endpoint_id, d.merchant_id))
    ORDER BY n.created_at DESC, n.id DESC LIMIT 1)`;
  const isUntouched = Prisma.sql`d.created_at <= ${until} AND (CASE WHEN d.status = 'waiting'
    THEN d.due_at > app_now() AND ${FREE} ELSE d.done_at <= ${until} END)`;
  const hasHeir = Prisma.sql`(d.status <> 'no_destination'
    OR (d.event_type, (SELECT e.test FROM webhook_events e WHERE e.id = d.event_id)) IN (SELECT type, test FROM heirs))`;
  const walk = walkSql(
    filter,
    {
      towards: "any",
      from: null,
      limit,
      also: Prisma.sql`${isUntouched} AND ${hasHeir} AND ${isNewest}`,
      columns: Prisma.sql`d.status, d.event_id, d.event_type, d.endpoint_id`,
    },
    all,
  );
  return Prisma.sql`
    heirs AS MATERIALIZED (
      SELECT * FROM unnest(${heirs.map(({ type }) => type)}::text[], ${heirs.map(({ test }) => test)}::boolean[],
        ${heirs.map(({ endpointId }) => endpointId)}::uuid[]) AS h (type, test, endpoint_id)
    ), chosen AS MATERIALIZED (
      SELECT id, status, event_id, CASE WHEN status = 'no_destination' THEN (
        SELECT h.endpoint_id FROM heirs h JOIN webhook_events e ON e.id = walked.event_id
        WHERE h.type = event_type AND h.test = e.test) ELSE endpoint_id END AS goes_to
      FROM (${walk}) AS walked
    )`;
}

/** What would be sent to one destination, of live payments or of tests. `name` null: the default URL. */
export type ResendGroup = {
  name: string | null;
  /** Null: the default URL is not set. */
  url: string | null;
  environment: string;
  disabledAt: Date | null;
  /** Held back just now, by a person or by the circuit breaker. */
  paused: boolean;
  test: boolean;
  /** How many that still wait are brought forward, and how many are sent anew. */
  waiting: number;
  done: number;
};

/** What would be sent, by destination. */
export function countResends(db: Db, set: ResendSet): Promise<ResendGroup[]> {
  const { merchantId } = set.filter;
  return db.$queryRaw<ResendGroup[]>`
    WITH ${chosenSql(set)}, counted AS (
      SELECT goes_to, test, count(*) FILTER (WHERE status = 'waiting')::int AS waiting,
        count(*) FILTER (WHERE status <> 'waiting')::int AS done
      FROM chosen JOIN webhook_events e ON e.id = event_id GROUP BY 1, 2)
    SELECT p.name, CASE WHEN goes_to IS NULL THEN w.url ELSE p.url END AS url,
      COALESCE(p.environment, 'Both') AS environment, p.disabled_at AS "disabledAt",
      COALESCE(h.paused_since, h.held_since) IS NOT NULL AS paused, test, waiting, done
    FROM counted LEFT JOIN webhook_endpoints p ON p.id = goes_to
      LEFT JOIN webhook_defaults w ON w.merchant_id = ${merchantId}::uuid
      LEFT JOIN webhook_health h ON h.destination_id = COALESCE(goes_to, ${merchantId}::uuid)
    ORDER BY p.name NULLS FIRST, test`;
}

/** Sends the set: one statement, so that nothing comes between choosing and sending. */
export async function insertResends(tx: Tx, set: ResendSet): Promise<{ broughtForward: number; added: number }> {
  const prefix = newId().slice(0, ID_PREFIX_LENGTH);
  const [row] = await tx.$queryRaw<Array<{ broughtForward: number; added: number }>>`
    WITH ${chosenSql(set)}, brought AS (
      UPDATE webhook_deliveries d SET due_at = app_now() FROM chosen
      WHERE d.id = chosen.id AND chosen.status = 'waiting' AND d.status = 'waiting' AND ${FREE} RETURNING 1
    ), added AS (
      INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, resend_of)
      SELECT overlay(gen_random_uuid()::text placing ${prefix} FROM 1)::uuid, event_id, ${set.filter.merchantId}::uuid,
        goes_to, 'waiting', id
      FROM chosen WHERE status <> 'waiting' RETURNING 1)
    SELECT (SELECT count(*) FROM brought)::int AS "broughtForward", (SELECT count(*) FROM added)::int AS added`;
  if (!row) throw new Error("SELECT answered no row.");
  return row;
}

/** A delivery as far as sending it again needs it; `endpoint` null: it goes, or would have gone, to the default URL. */
export type Resendable = {
  id: string;
  eventId: string;
  merchantId: string;
  endpointId: string | null;
  status: string;
  type: string;
  test: boolean;
  endpoint: { name: string; environment: string; disabledAt: Date | null } | null;
};

type FlatResendable = Omit<Resendable, "endpoint"> & {
  name: string | null;
  environment: string | null;
  disabledAt: Date | null;
};

/** A delivery of this merchant; `testOnly`: only of a test. */
export async function findResendable(
  tx: Tx,
  merchantId: string,
  id: string,
  testOnly: boolean,
): Promise<Resendable | null> {
  const [row] = await tx.$queryRaw<FlatResendable[]>`
    SELECT d.id, d.event_id AS "eventId", d.merchant_id AS "merchantId", d.endpoint_id AS "endpointId", d.status,
      e.type, e.test, p.name, p.environment, p.disabled_at AS "disabledAt"
    FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      LEFT JOIN webhook_endpoints p ON p.id = d.endpoint_id
    WHERE d.id = ${id}::uuid AND d.merchant_id = ${merchantId}::uuid AND (e.test OR NOT ${testOnly})`;
  if (!row) return null;
  const { name, environment, disabledAt, ...delivery } = row;
  const endpoint = name === null ? null : { name, environment: environment ?? "Both", disabledAt };
  return { ...delivery, endpoint };
}

/** The newest delivery of the same event to the same destination that still waits; null: none does. */
export async function findWaiting(
  tx: Tx,
  of: { eventId: string; endpointId: string | null },
): Promise<{ id: string } | null> {
  return tx.webhookDelivery.findFirst({
    where: { ...of, status: "waiting" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
}

/** Whether one more delivery of the merchant may go in front. Under the lock of its resends: who asks next counts it in. */
export async function mayGoInFront(tx: Tx, merchantId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM webhook_deliveries WHERE status = 'waiting' AND by_hand AND merchant_id = ${merchantId}::uuid
    LIMIT ${MAX_BY_HAND}`;
  return rows.length < MAX_BY_HAND;
}

/** Makes a delivery that waits due now; `byHand`: in front of everything else. False: a worker has it in hand, or it is done. */
export async function bringForward(tx: Tx, id: string, byHand: boolean): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE webhook_deliveries d SET due_at = least(due_at, app_now()), by_hand = by_hand OR ${byHand}
    WHERE d.id = ${id}::uuid AND d.status = 'waiting' AND ${FREE}`;
  return count === 1;
}

/** A new delivery of the same event, due now; `byHand`: in front of everything else. */
export async function insertResend(
  tx: Tx,
  of: { id: string; eventId: string; merchantId: string },
  endpointId: string | null,
  byHand: boolean,
): Promise<string> {
  const id = newId();
  const { id: resendOf, eventId, merchantId } = of;
  const data = { id, eventId, merchantId, endpointId, status: "waiting", resendOf, byHand };
  await tx.webhookDelivery.create({ data, select: { id: true } });
  return id;
}
