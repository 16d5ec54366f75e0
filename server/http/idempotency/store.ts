import { type Db, db, onlyRow, Prisma, reserveConnection, type Tx } from "../../lib/db";
import { rowsOf } from "../../lib/statements";

/** The life of an idempotency key, in hours from the first request. */
const KEY_TTL_H = 24;

/** Takes the key's lock until the transaction ends, without waiting. False: another request holds it. */
export async function tryLockKey(tx: Tx, merchantId: string, key: string): Promise<boolean> {
  const rows = await tx.$queryRaw<Array<{ locked: boolean }>>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${merchantId} ${key}`}, 0)) AS locked`;
  return rows[0]?.locked === true;
}

export type StoredAnswer = { fingerprint: Uint8Array; status: number; bodySealed: Uint8Array };

/** The finished request of this key, unless it has expired; and the database's time. */
export async function findAnswer(
  db: Db,
  merchantId: string,
  key: string,
): Promise<{ now: Date; stored: StoredAnswer | null }> {
  const found = Prisma.sql`
      SELECT time.now, fingerprint, status, body_sealed AS "bodySealed" FROM (SELECT app_now() AS now) AS time
      LEFT JOIN idempotency_keys ON merchant_id = ${merchantId}::uuid AND key = ${key}
        AND created_at > time.now - make_interval(hours => ${KEY_TTL_H}::int)`;
  const row = await onlyRow(rowsOf<{ now: Date } & (StoredAnswer | { status: null })>(db, found));
  return { now: row.now, stored: row.status === null ? null : row };
}

export type NewAnswer = {
  merchantId: string;
  key: string;
  fingerprint: Uint8Array<ArrayBuffer>;
  status: number;
  bodySealed: Uint8Array<ArrayBuffer>;
};

/**
 * Takes the key, stores the response and runs the effect's INSERT, in one statement. It takes the key's lock, as
 * `tryLockKey`; and the INSERT's rows come from the key's new row, so without a new row there is no effect. `locked`:
 * another request holds the lock. `known`: the key has a row, of a request that has finished meanwhile, or an expired one.
 * `begun` is called when a connection is ready: from then on a lost connection leaves the outcome unknown.
 */
export async function insertWithKey(
  row: NewAnswer,
  insert: (from: Prisma.Sql) => Prisma.Sql,
  begun: () => void,
): Promise<"stored" | "locked" | "known"> {
  const query = Prisma.sql`
    WITH turn AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`${row.merchantId} ${row.key}`}, 0)) AS is_mine
    ), kept AS (
      INSERT INTO idempotency_keys (merchant_id, key, fingerprint, status, body_sealed)
      SELECT ${row.merchantId}::uuid, ${row.key}::text, ${row.fingerprint}::bytea, ${row.status}::int, ${row.bodySealed}::bytea
      FROM turn WHERE is_mine
      ON CONFLICT (merchant_id, key) DO NOTHING RETURNING key
    ), effect AS (${insert(Prisma.sql`FROM kept`)})
    SELECT is_mine AS "isMine", EXISTS (SELECT FROM kept) AS "isKept" FROM turn`;
  const held = await reserveConnection(db());
  begun();
  try {
    const [result] = await rowsOf<{ isMine: boolean; isKept: boolean }>(held.connection, query);
    if (!result?.isMine) return "locked";
    return result.isKept ? "stored" : "known";
  } finally {
    held.release();
  }
}

/** Stores a response; replaces an expired one. */
export async function putAnswer(tx: Tx, row: NewAnswer): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO idempotency_keys (merchant_id, key, fingerprint, status, body_sealed)
    VALUES (${row.merchantId}::uuid, ${row.key}, ${row.fingerprint}, ${row.status}, ${row.bodySealed})
    ON CONFLICT (merchant_id, key) DO UPDATE SET
      fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status, body_sealed = EXCLUDED.body_sealed, created_at = app_now()`;
}

/**
 * Erases expired responses, up to `limit`. Returns their number. Rows are locked as they are selected: a key that is used
 * again meanwhile has a new response in the same row, which a deletion by the key alone would erase.
 */
export function deleteOldAnswers(db: Db, limit: number): Promise<number> {
  return db.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT merchant_id, key FROM idempotency_keys
      WHERE created_at <= app_now() - make_interval(hours => ${KEY_TTL_H})
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) DELETE FROM idempotency_keys AS k USING old WHERE k.merchant_id = old.merchant_id AND k.key = old.key`;
}
