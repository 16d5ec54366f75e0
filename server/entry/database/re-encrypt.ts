import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type KeyRing, open, seal } from "../../lib/crypto";
import { SEALED_TABLES, type SealedTable } from "./sealed-columns";

/** Rows of one statement: it holds their locks for some milliseconds. */
const BATCH = 200;
/** Rows that payments hold are tried again, for at most a minute altogether. */
const PASSES = 60;
const PAUSE_MS = 1_000;

/** Sealed values of a column that are still under another key than the current one. */
export type Remaining = { column: string; count: number };

/**
 * Seals every value of the database again that another key than the current one has sealed. The values say themselves
 * which are left, so a run that was killed continues where it ended. Beside a running product: a value that changes
 * meanwhile is kept, and a locked row is never waited for, so that no payment waits for more than one statement.
 * Returns how many values were sealed. Left are rows that were locked for a minute, and values of an unknown key or of
 * another row: see `countOthers`.
 */
export async function reEncrypt(client: pg.Client, ring: KeyRing): Promise<number> {
  let sealed = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    if (pass > 0) await sleep(PAUSE_MS);
    let isLocked = false;
    for (const table of SEALED_TABLES) {
      for (const column of table.columns) {
        const done = await reEncryptColumn(client, ring, { ...table, column });
        sealed += done.sealed;
        isLocked ||= done.skipped > 0;
      }
    }
    if (!isLocked) break;
  }
  return sealed;
}

/** The sealed values under another key than `keyId`: by column, and the number of those under the `lost` keys. */
export async function countOthers(
  client: pg.Client,
  keyId: string,
  lost: readonly string[],
): Promise<{ left: Remaining[]; lostValues: number }> {
  const left: Remaining[] = [];
  let lostValues = 0;
  for (const { table, columns } of SEALED_TABLES) {
    for (const column of columns) {
      const sql = `SELECT is_lost, count(*)::int AS count FROM ${table}
        CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM unnest($2::bytea[]) AS header
          WHERE substring(${column} FROM 1 FOR length(header)) = header) AS is_lost) AS of_key
        WHERE ${sealedByOther(column)} GROUP BY is_lost`;
      const headers = [headerOf(keyId), lost.map(headerOf)];
      for (const row of (await client.query<{ is_lost: boolean; count: number }>(sql, headers)).rows) {
        if (row.is_lost) lostValues += row.count;
        else left.push({ column: `${table}.${column}`, count: row.count });
      }
    }
  }
  return { left, lostValues };
}

type Column = SealedTable & { column: string };
type OldValue = { row: string; sealed: Buffer; key: unknown[] };

async function reEncryptColumn(
  client: pg.Client,
  ring: KeyRing,
  column: Column,
): Promise<{ sealed: number; skipped: number }> {
  const total = { sealed: 0, skipped: 0 };
  for (let after: unknown[] | null = null; ; ) {
    const found: OldValue[] = await oldValues(client, ring.current.id, column, after);
    const last = found.at(-1);
    if (!last) return total;
    const renewed = found.flatMap(({ row, sealed }) => {
      const fresh = renew(sealed, row, ring);
      return fresh ? [{ sealed, fresh }] : [];
    });
    const written = await replaceValues(client, column, renewed, [found[0]?.key ?? [], last.key]);
    total.sealed += written;
    total.skipped += renewed.length - written;
    after = last.key;
  }
}

/** The next values under another key, in the order of the primary key. */
async function oldValues(
  client: pg.Client,
  keyId: string,
  { table, key, row, column }: Column,
  after: unknown[] | null,
): Promise<OldValue[]> {
  const beyond = after === null ? "" : `AND (${key.join(", ")}) > (${parameters(key.length, 2)})`;
  const sql = `SELECT ${row} AS row, ${column} AS sealed, ${key.join(", ")} FROM ${table}
    WHERE ${sealedByOther(column)} ${beyond} ORDER BY ${key.join(", ")} LIMIT ${BATCH}`;
  const { rows } = await client.query<{ row: string; sealed: Buffer } & Record<string, unknown>>(sql, [
    headerOf(keyId),
    ...(after ?? []),
  ]);
  return rows.map((found) => ({ row: found.row, sealed: found.sealed, key: key.map((name) => found[name]) }));
}

/** Replaces values that are as they were read, in rows that are not locked. Returns how many. */
async function replaceValues(
  client: pg.Client,
  { table, key, column }: Column,
  values: readonly { sealed: Buffer; fresh: Uint8Array }[],
  [first, last]: [unknown[], unknown[]],
): Promise<number> {
  if (values.length === 0) return 0;
  const columns = key.join(", ");
  const sql = `WITH free AS (
      SELECT t.ctid AS at, v.fresh FROM ${table} t JOIN unnest($1::bytea[], $2::bytea[]) AS v(sealed, fresh)
        ON t.${column} = v.sealed
      WHERE (${columns}) >= (${parameters(key.length, 3)}) AND (${columns}) <= (${parameters(key.length, 3 + key.length)})
      FOR NO KEY UPDATE OF t SKIP LOCKED)
    UPDATE ${table} t SET ${column} = free.fresh FROM free WHERE t.ctid = free.at`;
  const { rowCount } = await client.query(sql, [
    values.map(({ sealed }) => sealed),
    values.map(({ fresh }) => Buffer.from(fresh)),
    ...first,
    ...last,
  ]);
  return rowCount ?? 0;
}

/** The value under the current key; null: no key opens it. */
function renew(sealed: Uint8Array, row: string, ring: KeyRing): Uint8Array | null {
  try {
    return seal(open(sealed, row, ring), row, ring);
  } catch {
    return null;
  }
}

/** The condition for values that another key has sealed than the one whose header is the first parameter. */
function sealedByOther(column: string): string {
  return `${column} IS NOT NULL AND substring(${column} FROM 1 FOR length($1::bytea)) <> $1::bytea`;
}

/** The first bytes of a value that this key has sealed (`seal`): version, length of the id, id. */
function headerOf(keyId: string): Buffer {
  const id = Buffer.from(keyId, "utf8");
  return Buffer.concat([Buffer.from([1, id.length]), id]);
}

function parameters(count: number, from: number): string {
  return Array.from({ length: count }, (_, at) => `$${from + at}`).join(", ");
}
