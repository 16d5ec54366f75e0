import { now } from "../lib/clock";
import type { Db, Prisma, Tx } from "../lib/db";
import { newId } from "../lib/ids";

/** The secrets are sealed under the merchant's id. The next one is prepared: it signs nothing until it is activated. */
export type DefaultRow = {
  url: string | null;
  secretSealed: Uint8Array | null;
  secretCreatedAt: Date | null;
  nextSecretSealed: Uint8Array | null;
  nextSecretCreatedAt: Date | null;
};

export function findDefault(db: Db, merchantId: string): Promise<DefaultRow | null> {
  return db.webhookDefault.findUnique({ where: { merchantId }, omit: { merchantId: true, updatedAt: true } });
}

/** Saves the merchant's default URL, the destination being locked. Returns the one before; null: there was none. */
export async function saveUrl(tx: Tx, merchantId: string, url: string): Promise<string | null> {
  const before = await tx.webhookDefault.findUnique({ where: { merchantId }, select: { url: true } });
  const fields = { url, updatedAt: now() };
  await tx.webhookDefault.upsert({ where: { merchantId }, create: { merchantId, ...fields }, update: fields });
  return before?.url ?? null;
}

/**
 * The event, and a delivery to each destination (null: the default URL). "none" is a delivery too, done at once.
 * `byHand`: a person waits for it. Answers the deliveries' ids.
 */
export async function insertEvent(
  tx: Tx,
  event: Prisma.WebhookEventCreateWithoutDeliveriesInput & { id: string; merchantId: string },
  destinations: ReadonlyArray<string | null> | "none",
  byHand = false,
): Promise<string[]> {
  await tx.webhookEvent.create({ data: event, select: { id: true } });
  const { id: eventId, merchantId } = event;
  const rows =
    destinations === "none"
      ? [{ endpointId: null, status: "no_destination", doneAt: now() }]
      : destinations.map((endpointId) => ({ endpointId, status: "waiting", byHand }));
  const data = rows.map((row) => ({ id: newId(), eventId, merchantId, ...row }));
  await tx.webhookDelivery.createMany({ data });
  return data.map(({ id }) => id);
}
