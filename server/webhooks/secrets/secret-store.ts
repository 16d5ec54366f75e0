import { now } from "../../lib/clock";
import type { Db, Tx } from "../../lib/db";

/** `endpointId` null: the default URL. */
export type SecretsOf = { merchantId: string; endpointId: string | null };

type Sealed = Uint8Array<ArrayBuffer>;
type Fields = {
  secretSealed?: Sealed;
  secretCreatedAt?: Date;
  nextSecretSealed?: Sealed | null;
  nextSecretCreatedAt?: Date | null;
};

const NOTHING_PREPARED = { nextSecretSealed: null, nextSecretCreatedAt: null } as const;

async function write(tx: Tx, { merchantId, endpointId }: SecretsOf, fields: Fields): Promise<void> {
  const data = { ...fields, updatedAt: now() };
  if (endpointId !== null) {
    await tx.webhookEndpoint.update({ where: { id: endpointId }, data, select: { id: true } });
  } else {
    await tx.webhookDefault.upsert({ where: { merchantId }, create: { merchantId, ...data }, update: data });
  }
}

/** Saves the active secret and discards the next one. */
export function saveSecret(tx: Tx, of: SecretsOf, secretSealed: Sealed): Promise<void> {
  return write(tx, of, { secretSealed, secretCreatedAt: now(), ...NOTHING_PREPARED });
}

export function savePreparedSecret(tx: Tx, of: SecretsOf, nextSecretSealed: Sealed): Promise<void> {
  return write(tx, of, { nextSecretSealed, nextSecretCreatedAt: now() });
}

export function clearPreparedSecret(tx: Tx, of: SecretsOf): Promise<void> {
  return write(tx, of, NOTHING_PREPARED);
}

/** The next secret, sealed; null: none. */
export async function findPreparedSecret(
  tx: Tx,
  { merchantId, endpointId }: SecretsOf,
): Promise<{ sealed: Sealed; createdAt: Date } | null> {
  const select = { nextSecretSealed: true, nextSecretCreatedAt: true } as const;
  const row =
    endpointId === null
      ? await tx.webhookDefault.findUnique({ where: { merchantId }, select })
      : await tx.webhookEndpoint.findUnique({ where: { id: endpointId }, select });
  if (!row?.nextSecretSealed || !row.nextSecretCreatedAt) return null;
  return { sealed: row.nextSecretSealed, createdAt: row.nextSecretCreatedAt };
}

/** Deletes the default URL's secrets, the next one included. False: there were none. */
export async function clearSecrets(tx: Tx, merchantId: string): Promise<boolean> {
  const data = { secretSealed: null, secretCreatedAt: null, ...NOTHING_PREPARED, updatedAt: now() };
  const some = [{ secretSealed: { not: null } }, { nextSecretSealed: { not: null } }];
  const { count } = await tx.webhookDefault.updateMany({ where: { merchantId, OR: some }, data });
  return count === 1;
}

/** A signing secret, sealed under `sealedFor`. */
export type SealedSecret = {
  sealed: Uint8Array;
  sealedFor: string;
  merchantId: string;
  /** Null: the default URL. */
  endpointName: string | null;
  /** The next secret, not active yet. */
  prepared: boolean;
};

/** All signing secrets. They are sealed and not hashed, so a search opens each. */
export function listSealedSecrets(db: Db): Promise<SealedSecret[]> {
  return db.$queryRaw<SealedSecret[]>`
    SELECT secret_sealed AS sealed, merchant_id::text AS "sealedFor", merchant_id::text AS "merchantId",
      NULL AS "endpointName", FALSE AS prepared FROM webhook_defaults WHERE secret_sealed IS NOT NULL
    UNION ALL SELECT next_secret_sealed, merchant_id::text, merchant_id::text, NULL, TRUE
      FROM webhook_defaults WHERE next_secret_sealed IS NOT NULL
    UNION ALL SELECT secret_sealed, id::text, merchant_id::text, name, FALSE FROM webhook_endpoints
    UNION ALL SELECT next_secret_sealed, id::text, merchant_id::text, name, TRUE
      FROM webhook_endpoints WHERE next_secret_sealed IS NOT NULL`;
}
