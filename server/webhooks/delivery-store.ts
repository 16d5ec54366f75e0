import { FREE_AND_DUE, type Lease, leaseRows } from "../jobs/leased-rows";
import { now } from "../lib/clock";
import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";

/** What a delivery goes to: an endpoint, or the merchant's default URL. */
const DESTINATION = Prisma.sql`COALESCE(endpoint_id, merchant_id)`;
/** A destination's first attempts, and its retries: two queues. The index of due rows begins with these columns. */
const QUEUE = Prisma.sql`merchant_id, ${DESTINATION}, tries > 0`;

/**
 * How many calls are in hand at once: to one destination, and to all of a merchant's. Only a destination's first call
 * may have the last of a merchant's places: its second call finds half of them open, its third a third of them.
 */
export type Places = { perDestination: number; perMerchant: number };

/**
 * Takes up to `limit` deliveries that are due, by turns and not by age: every destination has its first call in hand
 * before any has its second, and every merchant before any merchant's next; what is in hand already counts as a turn.
 * Of equal turns first attempts go before retries, then the longest due. So a backlog, however old, waits for whoever
 * has nothing in hand. The recursion steps from queue to queue through the partial index: a long one costs the others
 * nothing. Rows are locked last, one by one in that order: workers that claim at once share the same places.
 */
export function claimDeliveries(db: Db, limit: number, places: Places, leaseS: number): Promise<Lease[]> {
  const claimable = Prisma.sql`status = 'waiting' AND ${FREE_AND_DUE}`;
  const candidates = Prisma.sql`
    WITH RECURSIVE queues (merchant_id, destination, retry) AS (
      (SELECT ${QUEUE} FROM webhook_deliveries WHERE status = 'waiting' ORDER BY ${QUEUE} LIMIT 1)
      UNION ALL
      SELECT next.* FROM queues q CROSS JOIN LATERAL (
        SELECT ${QUEUE} FROM webhook_deliveries
        WHERE status = 'waiting' AND (${QUEUE}) > (q.merchant_id, q.destination, q.retry)
        ORDER BY ${QUEUE} LIMIT 1) next
    ), in_hand AS (
      SELECT merchant_id, ${DESTINATION} AS destination, count(*) AS calls FROM webhook_deliveries
      WHERE status = 'waiting' AND lease_until > app_now() GROUP BY 1, 2
    ), turns AS (
      SELECT q.*, due.*, COALESCE(calls, 0)
        + row_number() OVER (PARTITION BY merchant_id, destination ORDER BY retry, due_at, id) AS turn
      FROM queues q LEFT JOIN in_hand USING (merchant_id, destination) CROSS JOIN LATERAL (
        SELECT id, due_at FROM webhook_deliveries
        WHERE (${QUEUE}) = (q.merchant_id, q.destination, q.retry) AND ${claimable}
        ORDER BY due_at LIMIT greatest(0, ${places.perDestination} - COALESCE(calls, 0))) due
    ), placed AS (
      SELECT turns.*, COALESCE(calls, 0)
        + row_number() OVER (PARTITION BY merchant_id ORDER BY turn, retry, due_at, id) AS place
      FROM turns LEFT JOIN (SELECT merchant_id, sum(calls)::int AS calls FROM in_hand GROUP BY 1) m USING (merchant_id)
      WHERE turn <= ${places.perDestination}
    )
    SELECT locked.id FROM (
      SELECT id FROM placed WHERE place <= ${places.perMerchant} / turn ORDER BY place, retry, due_at, id
    ) next CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries d WHERE d.id = next.id AND ${claimable} FOR UPDATE SKIP LOCKED
    ) locked LIMIT ${limit}`;
  return leaseRows(db, { table: "webhook_deliveries", candidates, leaseS });
}

/** What is to be sent, and the endpoint that it goes to as it stands now; without one it goes to the default URL. */
export type DeliveryRow = {
  id: string;
  merchantId: string;
  tries: number;
  event: { id: string; body: string; test: boolean };
  endpoint: {
    id: string;
    url: string;
    signed: boolean;
    environment: string;
    disabledAt: Date | null;
    secretSealed: Uint8Array;
  } | null;
};

/** Null: the row is gone. */
export function findDelivery(db: Db, id: string): Promise<DeliveryRow | null> {
  const endpoint = {
    id: true,
    url: true,
    signed: true,
    environment: true,
    disabledAt: true,
    secretSealed: true,
  } as const;
  return db.webhookDelivery.findUnique({
    where: { id },
    select: {
      id: true,
      merchantId: true,
      tries: true,
      event: { select: { id: true, body: true, test: true } },
      endpoint: { select: endpoint },
    },
  });
}

/** A try, as it is recorded. `number` counts from 1. */
export type TryRow = {
  number: number;
  at: Date;
  url: string;
  requestHeaders: Record<string, string>;
  status: number | null;
  responseHeaders: Record<string, string | string[]> | null;
  responseBody: string | null;
  durationMs: number;
  error: string | null;
  nextTryAt: Date | null;
};

export async function insertTry(tx: Tx, deliveryId: string, { responseHeaders, ...row }: TryRow): Promise<void> {
  const data = { id: newId(), deliveryId, ...row, responseHeaders: responseHeaders ?? Prisma.DbNull };
  await tx.webhookDeliveryAttempt.create({ data, select: { id: true } });
}

export async function updateDelivery(
  tx: Tx,
  id: string,
  fields: { status: "waiting" | "delivered" | "failed" | "no_destination"; tries?: number; reason: string | null },
): Promise<void> {
  const doneAt = fields.status === "waiting" ? null : now();
  await tx.webhookDelivery.update({ where: { id }, data: { ...fields, doneAt }, select: { id: true } });
}
