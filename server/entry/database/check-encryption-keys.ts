import type pg from "pg";
import type { EncryptionKey } from "../../lib/config/env";
import { startError } from "../../lib/config/start-error";
import { type KeyRing, keyRingOf, open, seal, sealingKeyId } from "../../lib/crypto";
import { databaseName, hasTable } from "./start-database";

/** The row name that check values are sealed for. */
const rowOf = (keyId: string) => `encryption_keys ${keyId}`;

/** Where a database from before the check values may have a sealed value, and the row name that it was sealed for. */
const OLDER_VALUES = [
  { table: "signing_keys", column: "sealed_key", row: "'signing_keys ' || name", order: "name" },
  { table: "webhook_endpoints", column: "secret_sealed", row: "id::text", order: "id" },
  { table: "payment_links", column: "token_sealed", row: "id::text", order: "id" },
  { table: "payment_requests", column: "token_sealed", row: "id::text", order: "id" },
] as const;

/** A sealed value of the database. */
type Sample = { keyId: string; sealed: Uint8Array; row: string };

/**
 * Throws a start error if ENCRYPTION_KEY lacks a key that has sealed data of this database, or has another key under its
 * id: what is sealed would not open, and new values would be sealed by a key that is not kept. Changes nothing. A key
 * that the operator has lost for good has an empty check value, and is not asked for.
 */
export async function refuseOtherKeys(
  client: pg.Client,
  databaseUrl: string,
  keys: readonly EncryptionKey[],
): Promise<void> {
  const ring = keyRingOf(keys);
  for (const { keyId, sealed, row } of await samplesOf(client)) {
    if (sealed.length === 0) continue;
    const remedy =
      keyId === "demo"
        ? "The demo's key is in secrets.json of the DATA_DIR of its first start: set DATA_DIR to that folder"
        : "Set ENCRYPTION_KEY to the keys with which this database was used";
    const elsewhere = "or set DATABASE_URL to the database that belongs to this ENCRYPTION_KEY";
    const database = `the database ${databaseName(databaseUrl)}`;
    if (!ring.byId.has(keyId)) {
      const all = [...keys.map(({ id }) => `${id}:…`), `${keyId}:…`].join(",");
      throw startError(
        `ENCRYPTION_KEY has no key "${keyId}", which sealed data of ${database}. ${remedy} (after a rotation the older keys stay, at the end: ${all}), ${elsewhere}.`,
      );
    }
    if (!opens(sealed, row, ring)) {
      throw startError(
        `The key "${keyId}" of ENCRYPTION_KEY is not the key that sealed data of ${database}. ${remedy}, ${elsewhere}. A new key needs an id of its own, in front of the older ones: k2:…,k1:….`,
      );
    }
  }
}

/** Records the key that seals from now on, and in a database from before the check values those that have sealed. */
export async function recordKeys(client: pg.Client, keys: readonly EncryptionKey[]): Promise<void> {
  const ring = keyRingOf(keys);
  const used = new Set([ring.current.id, ...(await samplesOf(client)).map(({ keyId }) => keyId)]);
  for (const id of used) {
    const key = ring.byId.get(id);
    if (key === undefined) continue;
    const check = seal("", rowOf(id), { current: { id, key } });
    await client.query(
      `INSERT INTO encryption_keys AS known (id, check_sealed) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET check_sealed = excluded.check_sealed WHERE known.check_sealed = ''`,
      [id, check],
    );
  }
}

async function samplesOf(client: pg.Client): Promise<Sample[]> {
  const checks = await checkValues(client);
  if (checks.length > 0) return checks;
  const samples: Sample[] = [];
  for (const { table, column, row, order } of OLDER_VALUES) {
    if (!(await hasTable(client, table))) continue;
    // The oldest and the newest: a key may have been put in front since.
    for (const direction of ["ASC", "DESC"]) {
      const sql = `SELECT ${column} AS sealed, ${row} AS row FROM ${table} ORDER BY ${order} ${direction} LIMIT 1`;
      const { rows } = await client.query<{ sealed: Buffer; row: string }>(sql);
      samples.push(...rows.map((found) => ({ ...found, keyId: sealingKeyId(found.sealed) })));
    }
  }
  return samples;
}

async function checkValues(client: pg.Client): Promise<Sample[]> {
  if (!(await hasTable(client, "encryption_keys"))) return [];
  const sql = "SELECT id, check_sealed AS sealed FROM encryption_keys ORDER BY first_used_at, id";
  const { rows } = await client.query<{ id: string; sealed: Buffer }>(sql);
  return rows.map(({ id, sealed }) => ({ keyId: id, sealed, row: rowOf(id) }));
}

function opens(sealed: Uint8Array, row: string, ring: KeyRing): boolean {
  try {
    open(sealed, row, ring);
    return true;
  } catch {
    return false;
  }
}
