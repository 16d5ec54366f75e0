import { FREE_AND_DUE, type Lease, leaseRows } from "../jobs/leased-rows";
import { now } from "../lib/clock";
import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";

export type DefaultRow = { url: string | null; secretSealed: Uint8Array | null; secretCreatedAt: Date | null };

export function findDefault(db: Db, merchantId: string): Promise<DefaultRow | null> {
  return db.webhookDefault.findUnique({
    where: { merchantId },
    select: { url: true, secretSealed: true, secretCreatedAt: true },
  });
}

export async function saveUrl(tx: Tx, merchantId: string, url: string): Promise<void> {
  const fields = { url, updatedAt: now() };
  await tx.webhookDefault.upsert({ where: { merchantId }, create: { merchantId, ...fields }, update: fields });
}

export async function saveSecret(tx: Tx, merchantId: string, secretSealed: Uint8Array<ArrayBuffer>): Promise<void> {
  const fields = { secretSealed, secretCreatedAt: now(), updatedAt: now() };
  await tx.webhookDefault.upsert({ where: { merchantId }, create: { merchantId, ...fields }, update: fields });
}

/** The event and its one delivery; a delivery without a destination is done at once. */
export async function insertEvent(
  tx: Tx,
  event: Prisma.WebhookEventCreateWithoutDeliveriesInput & { id: string; merchantId: string },
  status: "waiting" | "no_destination",
): Promise<void> {
  const doneAt = status === "waiting" ? null : now();
  await tx.webhookEvent.create({ data: event, select: { id: true } });
  const delivery = { id: newId(), eventId: event.id, merchantId: event.merchantId, status, doneAt };
  await tx.webhookDelivery.create({ data: delivery, select: { id: true } });
}

/**
 * Takes up to `limit` deliveries that are due, of each merchant only as many as leave it within `perMerchant` at once:
 * a slow receiver fills its own places and nobody else's. The recursion steps from merchant to merchant through the
 * partial index, so that a long backlog of one costs the others nothing.
 */
export function claimDeliveries(db: Db, limit: number, perMerchant: number, leaseS: number): Promise<Lease[]> {
  const candidates = Prisma.sql`
    WITH RECURSIVE waiting (merchant_id) AS (
      (SELECT merchant_id FROM webhook_deliveries WHERE status = 'waiting' ORDER BY merchant_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.merchant_id FROM webhook_deliveries d
              WHERE d.status = 'waiting' AND d.merchant_id > w.merchant_id ORDER BY d.merchant_id LIMIT 1)
      FROM waiting w WHERE w.merchant_id IS NOT NULL
    )
    SELECT due.id FROM waiting w CROSS JOIN LATERAL (
      SELECT id, due_at FROM webhook_deliveries
      WHERE merchant_id = w.merchant_id AND status = 'waiting' AND ${FREE_AND_DUE}
      ORDER BY due_at
      LIMIT greatest(0, ${perMerchant} - (SELECT count(*) FROM webhook_deliveries held
        WHERE held.merchant_id = w.merchant_id AND held.status = 'waiting' AND held.lease_until > app_now()))
      FOR UPDATE SKIP LOCKED
    ) due
    WHERE w.merchant_id IS NOT NULL ORDER BY due.due_at LIMIT ${limit}`;
  return leaseRows(db, { table: "webhook_deliveries", candidates, leaseS });
}

export type DeliveryRow = { id: string; merchantId: string; tries: number; event: { id: string; body: string } };

/** What is to be sent. Null: the row is gone. */
export function findDelivery(db: Db, id: string): Promise<DeliveryRow | null> {
  return db.webhookDelivery.findUnique({
    where: { id },
    select: { id: true, merchantId: true, tries: true, event: { select: { id: true, body: true } } },
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

/** Every event of a payment request or a link of this merchant, in order, with its deliveries and their tries. */
export function findEvents(db: Db, merchantId: string, subjectId: string) {
  return db.webhookEvent.findMany({
    where: { merchantId, subjectId },
    orderBy: { sequence: "asc" },
    select: {
      id: true,
      type: true,
      sequence: true,
      test: true,
      body: true,
      createdAt: true,
      deliveries: {
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: {
          id: true,
          status: true,
          reason: true,
          tries: true,
          dueAt: true,
          doneAt: true,
          attempts: { orderBy: { number: "asc" }, omit: { deliveryId: true } },
        },
      },
    },
  });
}

/** The merchant's last deliveries, newest first, with the last try of each. */
export function findLatestDeliveries(db: Db, merchantId: string, limit: number) {
  const lastTry = { at: true, status: true, error: true, durationMs: true } as const;
  return db.webhookDelivery.findMany({
    where: { merchantId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: {
      id: true,
      status: true,
      reason: true,
      tries: true,
      dueAt: true,
      createdAt: true,
      event: { select: { id: true, type: true, subjectId: true } },
      attempts: { orderBy: { number: "desc" }, take: 1, select: lastTry },
    },
  });
}
