import { now } from "../../lib/clock";
import type { Db, Tx } from "../../lib/db";

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
