import type { Db, Tx } from "../../lib/db";

/** The life of an idempotency key, in hours from the first request. */
const KEY_TTL_H = 24;

/** Takes the key's lock until the transaction ends, without waiting. False: another request holds it. */
export async function tryLockKey(tx: Tx, merchantId: string, key: string): Promise<boolean> {
  const rows = await tx.$queryRaw<Array<{ locked: boolean }>>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${merchantId} ${key}`}, 0)) AS locked`;
  return rows[0]?.locked === true;
}

export type StoredAnswer = { fingerprint: Uint8Array; status: number; bodySealed: Uint8Array };

/** The finished request of this key, unless it has expired. */
export async function findAnswer(db: Db, merchantId: string, key: string): Promise<StoredAnswer | null> {
  const rows = await db.$queryRaw<StoredAnswer[]>`
    SELECT fingerprint, status, body_sealed AS "bodySealed" FROM idempotency_keys
    WHERE merchant_id = ${merchantId}::uuid AND key = ${key} AND created_at > app_now() - make_interval(hours => ${KEY_TTL_H})`;
  return rows[0] ?? null;
}

/** Stores a response; replaces an expired one. */
export async function putAnswer(
  tx: Tx,
  row: {
    merchantId: string;
    key: string;
    fingerprint: Uint8Array<ArrayBuffer>;
    status: number;
    bodySealed: Uint8Array<ArrayBuffer>;
  },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO idempotency_keys (merchant_id, key, fingerprint, status, body_sealed)
    VALUES (${row.merchantId}::uuid, ${row.key}, ${row.fingerprint}, ${row.status}, ${row.bodySealed})
    ON CONFLICT (merchant_id, key) DO UPDATE SET
      fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status, body_sealed = EXCLUDED.body_sealed, created_at = app_now()`;
}

/** Erases expired responses, up to `limit`. Returns their number. */
export function deleteOldAnswers(db: Db, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM idempotency_keys WHERE (merchant_id, key) IN (
      SELECT merchant_id, key FROM idempotency_keys
      WHERE created_at <= app_now() - make_interval(hours => ${KEY_TTL_H}) ORDER BY created_at LIMIT ${limit})`;
}
