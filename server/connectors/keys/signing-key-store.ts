import { open, seal } from "../../lib/crypto";
import { db } from "../../lib/db";

/** `pem`: the private key, PKCS #8. */
export type StoredSigningKey = { keyId: string; pem: string };

/** Null before the key's first use. */
export async function findSigningKey(name: string): Promise<StoredSigningKey | null> {
  const row = await db().signingKey.findUnique({ where: { name } });
  return row ? { keyId: row.keyId, pem: open(row.sealedKey, rowName(name)) } : null;
}

/** Stores a key unless one of this name exists; returns the stored key, which may be another process's. */
export async function storeSigningKey(name: string, { keyId, pem }: StoredSigningKey): Promise<StoredSigningKey> {
  await db().$executeRaw`
    INSERT INTO signing_keys (name, key_id, sealed_key) VALUES (${name}, ${keyId}, ${seal(pem, rowName(name))})
    ON CONFLICT (name) DO NOTHING`;
  const kept = await findSigningKey(name);
  if (!kept) throw new Error(`The signing key "${name}" could not be stored.`);
  return kept;
}

function rowName(name: string): string {
  return `signing_keys ${name}`;
}
