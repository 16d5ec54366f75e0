import { now } from "../lib/clock";
import type { Db, Prisma, Tx } from "../lib/db";
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

/** The signing secret is gone. False: there was none. */
export async function clearSecret(tx: Tx, merchantId: string): Promise<boolean> {
  const data = { secretSealed: null, secretCreatedAt: null, updatedAt: now() };
  const { count } = await tx.webhookDefault.updateMany({ where: { merchantId, secretSealed: { not: null } }, data });
  return count === 1;
}

/** The event, and a delivery to each destination (null: the default URL). "none" is a delivery too, done at once. */
export async function insertEvent(
  tx: Tx,
  event: Prisma.WebhookEventCreateWithoutDeliveriesInput & { id: string; merchantId: string },
  destinations: ReadonlyArray<string | null> | "none",
): Promise<void> {
  await tx.webhookEvent.create({ data: event, select: { id: true } });
  const { id: eventId, merchantId } = event;
  const rows =
    destinations === "none"
      ? [{ endpointId: null, status: "no_destination", doneAt: now() }]
      : destinations.map((endpointId) => ({ endpointId, status: "waiting" }));
  await tx.webhookDelivery.createMany({ data: rows.map((row) => ({ id: newId(), eventId, merchantId, ...row })) });
}
