import { now } from "../../lib/clock";
import type { Db, Prisma, Tx } from "../../lib/db";
import { newId } from "../../lib/ids";

/** The secrets are sealed under the merchant's id. The next one signs nothing until it is activated. */
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

/** Saves the default URL under the endpoint's lock. Returns the previous one; null: none. */
export async function saveUrl(tx: Tx, merchantId: string, url: string): Promise<string | null> {
  const before = await tx.webhookDefault.findUnique({ where: { merchantId }, select: { url: true } });
  const fields = { url, updatedAt: now() };
  await tx.webhookDefault.upsert({ where: { merchantId }, create: { merchantId, ...fields }, update: fields });
  return before?.url ?? null;
}

/**
 * Inserts the event and a delivery for each endpoint (null: the default URL). "none" is recorded as a delivery with the
 * status `no_destination`. `priority`: a person waits for it. Returns the deliveries' ids.
 */
export async function insertEvent(
  tx: Tx,
  event: Prisma.WebhookEventCreateWithoutDeliveriesInput & { id: string; merchantId: string },
  endpoints: ReadonlyArray<string | null> | "none",
  priority = false,
): Promise<string[]> {
  await tx.webhookEvent.create({ data: event, select: { id: true } });
  const { id: eventId, merchantId } = event;
  const rows =
    endpoints === "none"
      ? [{ endpointId: null, status: "no_destination", doneAt: now() }]
      : endpoints.map((endpointId) => ({ endpointId, status: "waiting", priority }));
  const data = rows.map((row) => ({ id: newId(), eventId, merchantId, ...row }));
  await tx.webhookDelivery.createMany({ data });
  return data.map(({ id }) => id);
}
