import type { JWK } from "jose";
import { open, seal } from "../../../server/lib/crypto";
import { db } from "../../../server/lib/db";

/** The bank's private key; null before its first use. */
export async function findSigningKey(bank: string): Promise<JWK | null> {
  const row = await db().simSigningKey.findUnique({ where: { bank } });
  return row ? (JSON.parse(open(row.sealedKey, rowName(bank))) as JWK) : null;
}

/** Stores the bank's first private key. If another process stored one first, returns that one. */
export async function keepSigningKey(bank: string, key: JWK): Promise<JWK> {
  const sealed = seal(JSON.stringify(key), rowName(bank));
  const kept = await db().$executeRaw`
    INSERT INTO sim_signing_keys (bank, sealed_key) VALUES (${bank}, ${sealed}) ON CONFLICT (bank) DO NOTHING`;
  const stored = kept === 1 ? key : await findSigningKey(bank);
  if (!stored) throw new Error(`The signing key of ${bank} was not kept.`);
  return stored;
}

function rowName(bank: string): string {
  return `sim_signing_keys ${bank}`;
}
