import { changedOne, type Db, onlyRow, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { deliveryKeysSql, type IndexPartitions, type LogFilter } from "./delivery-filter-store";
import type { EndpointStops } from "./delivery-state";

/** The length of a UUIDv7's time and version; the rest of each id is random. PostgreSQL before 18 creates no UUIDv7. */
const ID_PREFIX_LENGTH = 15;

/** Of one merchant at a time. More would take the workers' calls from other merchants if the receiver hangs. */
export const MAX_PRIORITY_DELIVERIES = 20;

/** Not leased. */
const FREE = Prisma.sql`(d.lease_until IS NULL OR d.lease_until <= app_now())`;

/** The current endpoint of events that had none. `endpointId` null: the default URL. */
export type CurrentEndpoint = { type: string; test: boolean; endpointId: string | null };

/** The deliveries that a resend covers, in their state at `until`. */
export type ResendSet = {
  filter: LogFilter;
  all: IndexPartitions;
  until: Date;
  currentEndpoints: readonly CurrentEndpoint[];
  limit: number;
};

/** Serialises the resends of a merchant until the transaction ends, so that a later one sees the earlier one. */
export async function lockResends(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_resends ${merchantId}`}, 0))`;
}

/** The database's time, which a count refers to. */
export async function readMoment(db: Db): Promise<Date> {
  return (await onlyRow(db.$queryRaw<Array<{ now: Date }>>`SELECT app_now()::timestamptz(3) AS now`)).now;
}

/**
 * SQL of a resend's deliveries: `id`, `status`, `event_id`, and `goes_to`, the endpoint (null: the default URL). Only
 * the newest delivery of each event and endpoint counts, because an older one was resent since. It is looked up for
 * each row by the index of the event: for a join the planner would read the whole table for each partition. A waiting
 * delivery is chosen unless it is due or leased. One without endpoint is compared with all deliveries of its event.
 */
function chosenSql({ filter, all, until, currentEndpoints, limit }: ResendSet): Prisma.Sql {
  const isNewest = Prisma.sql`d.id = (
    SELECT n.id FROM webhook_deliveries n
    WHERE n.event_id = d.event_id AND (d.status = 'no_destination'
      OR COALESCE(n.endpoint_id, n.merchant_id) = COALESCE(d.endpoint_id, d.merchant_id))
    ORDER BY n.created_at DESC, n.id DESC LIMIT 1)`;
  const isUntouched = Prisma.sql`d.created_at <= ${until} AND (CASE WHEN d.status = 'waiting'
    THEN d.due_at > app_now() AND ${FREE} ELSE d.done_at <= ${until} END)`;
  const hasCurrentEndpoint = Prisma.sql`(d.status <> 'no_destination'
    OR (d.event_type, (SELECT e.test FROM webhook_events e WHERE e.id = d.event_id)) IN (SELECT type, test FROM current_endpoints))`;
  const page = deliveryKeysSql(
    filter,
    {
      towards: "any",
      from: null,
      limit,
      also: Prisma.sql`${isUntouched} AND ${hasCurrentEndpoint} AND ${isNewest}`,
      columns: Prisma.sql`d.status, d.event_id, d.event_type, d.endpoint_id`,
    },
    all,
  );
  return Prisma.sql`
    current_endpoints AS MATERIALIZED (
      SELECT * FROM unnest(${currentEndpoints.map(({ type }) => type)}::text[], ${currentEndpoints.map(({ test }) => test)}::boolean[],
        ${currentEndpoints.map(({ endpointId }) => endpointId)}::uuid[]) AS h (type, test, endpoint_id)
    ), chosen AS MATERIALIZED (
      SELECT id, status, event_id, CASE WHEN status = 'no_destination' THEN (
        SELECT h.endpoint_id FROM current_endpoints h JOIN webhook_events e ON e.id = found.event_id
        WHERE h.type = event_type AND h.test = e.test) ELSE endpoint_id END AS goes_to
      FROM (${page}) AS found
    )`;
}

/** The deliveries to one endpoint in one mode. `name` null: the default URL. */
export type ResendGroup = EndpointStops & {
  name: string | null;
  /** Null: no default URL is set. */
  url: string | null;
  environment: string;
  test: boolean;
  /** Waiting ones, which become due now, and finished ones, which are sent again. */
  waiting: number;
  done: number;
};

/** The set, grouped by endpoint. */
export function countResends(db: Db, set: ResendSet): Promise<ResendGroup[]> {
  const { merchantId } = set.filter;
  return db.$queryRaw<ResendGroup[]>`
    WITH ${chosenSql(set)}, counted AS (
      SELECT goes_to, test, count(*) FILTER (WHERE status = 'waiting')::int AS waiting,
        count(*) FILTER (WHERE status <> 'waiting')::int AS done
      FROM chosen JOIN webhook_events e ON e.id = event_id GROUP BY 1, 2)
    SELECT p.name, CASE WHEN goes_to IS NULL THEN w.url ELSE p.url END AS url,
      COALESCE(p.environment, 'Both') AS environment, p.disabled_at AS "disabledAt",
      h.paused_at AS "pausedAt", h.circuit_opened_at AS "circuitOpenedAt", test, waiting, done
    FROM counted LEFT JOIN webhook_endpoints p ON p.id = goes_to
      LEFT JOIN webhook_defaults w ON w.merchant_id = ${merchantId}::uuid
      LEFT JOIN webhook_health h ON h.endpoint_key = COALESCE(goes_to, ${merchantId}::uuid)
    ORDER BY p.name NULLS FIRST, test`;
}

/** How many queued deliveries of the filter are due or being sent, so that a resend leaves them as they are. */
export async function countDue(db: Db, { filter, all, until, limit }: ResendSet): Promise<number> {
  if (!filter.statuses.includes("waiting")) return 0;
  const also = Prisma.sql`d.created_at <= ${until} AND NOT (d.due_at > app_now() AND ${FREE})`;
  const page = deliveryKeysSql({ ...filter, statuses: ["waiting"] }, { towards: "any", from: null, limit, also }, all);
  const [row] = await db.$queryRaw<Array<{ count: number }>>`SELECT count(*)::int AS count FROM (${page}) AS due`;
  return row?.count ?? 0;
}

/** Sends the set in one statement, so that nothing changes between choosing and sending. */
export function insertResends(tx: Tx, set: ResendSet): Promise<{ broughtForward: number; added: number }> {
  const prefix = newId().slice(0, ID_PREFIX_LENGTH);
  return onlyRow(tx.$queryRaw`
    WITH ${chosenSql(set)}, brought AS (
      UPDATE webhook_deliveries d SET due_at = app_now(), lease_until = NULL, resent = d.resent + 1 FROM chosen
      WHERE d.id = chosen.id AND chosen.status = 'waiting' AND d.status = 'waiting' AND ${FREE} RETURNING 1
    ), added AS (
      INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, resend_of)
      SELECT overlay(gen_random_uuid()::text placing ${prefix} FROM 1)::uuid, event_id, ${set.filter.merchantId}::uuid,
        goes_to, 'waiting', id
      FROM chosen WHERE status <> 'waiting' RETURNING 1)
    SELECT (SELECT count(*) FROM brought)::int AS "broughtForward", (SELECT count(*) FROM added)::int AS added`);
}

/** A delivery, as far as a resend needs it. `endpoint` null: the default URL. */
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

/** A delivery of this merchant. `testOnly`: only in test mode. */
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

/** The newest waiting delivery of the same event and endpoint; null: none. */
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

/** Whether the merchant may have one more priority delivery. Under `lockResends`. */
export async function mayTakePriority(tx: Tx, merchantId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM webhook_deliveries WHERE status = 'waiting' AND priority AND merchant_id = ${merchantId}::uuid
    LIMIT ${MAX_PRIORITY_DELIVERIES}`;
  return rows.length < MAX_PRIORITY_DELIVERIES;
}

/**
 * Makes a waiting delivery due now; one that is due makes the attempt of its schedule. False: it is leased or finished.
 * An expired lease is removed: its late outcome would postpone the delivery and take its priority.
 */
export function makeDueNow(tx: Tx, id: string, priority: boolean): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE webhook_deliveries d SET due_at = least(due_at, app_now()), lease_until = NULL,
      resent = resent + (due_at > app_now())::int, priority = priority OR ${priority}
    WHERE d.id = ${id}::uuid AND d.status = 'waiting' AND ${FREE}`);
}

/** A new delivery of the same event, due now. */
export async function insertResend(
  tx: Tx,
  of: { id: string; eventId: string; merchantId: string },
  endpointId: string | null,
  priority: boolean,
): Promise<string> {
  const id = newId();
  const { id: resendOf, eventId, merchantId } = of;
  const data = { id, eventId, merchantId, endpointId, status: "waiting", resendOf, priority };
  await tx.webhookDelivery.create({ data, select: { id: true } });
  return id;
}
