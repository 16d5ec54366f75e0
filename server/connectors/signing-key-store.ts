import { open, seal } from "../lib/crypto";
import { db } from "../lib/db";

/** `pem`: the private key, PKCS #8. */
export type StoredSigningKey = { keyId: string; pem: string };

/** Null before its first use. */
export async function findSigningKey(name: string): Promise<StoredSigningKey | null> {
  const row = await db().signingKey.findUnique({ where: { name } });
  return row ? { keyId: row.keyId, pem: open(row.sealedKey, rowName(name)) } : null;
}

/** Keeps the first key of that name. When another process was quicker, its key is the answer. */
export async function keepSigningKey(name: string, { keyId, pem }: StoredSigningKey): Promise<StoredSigningKey> {
  await db().$executeRaw`
    INSERT INTO signing_keys (name, key_id, sealed_key) VALUES (${name}, ${keyId}, ${seal(pem, rowName(name))})
    ON CONFLICT (name) DO NOTHING`;
  const kept = await findSigningKey(name);
  if (!kept) throw new Error(`The signing key "${name}" was not kept.`);
  return kept;
}

function rowName(name: string): string {
  return `signing_keys ${name}`;
}
