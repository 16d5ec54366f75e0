import { now } from "../../lib/clock";
import { type Db, Prisma, type Tx } from "../../lib/db";

/** The last received event, in the order of transactions. `tx`: xid8, as digits. */
export type Position = { tx: string; id: string };

/** `cluster`: the database server on which the position was taken. */
export type ListenerRow = { id: string; secretSealed: Uint8Array; position: Position; cluster: string };

/** An event for a listener. */
export type ListenerEvent = { id: string; tx: string; type: string; subjectId: string; sequence: number; body: string };

/** Before every id: a position before all events of a transaction. */
const NIL = "00000000-0000-0000-0000-000000000000";
/** The order of events, as in their index. Events older than the column come first. */
const TX = Prisma.sql`COALESCE(tx, '0'::xid8)`;
const OF_TESTS = (merchantId: string) => Prisma.sql`merchant_id = ${merchantId}::uuid AND test`;
const AFTER = ({ tx, id }: Position) => Prisma.sql`(${TX}, id) > (${tx}::xid8, ${id}::uuid)`;
/** Every transaction below has ended, so nothing can be inserted below. */
const HORIZON = Prisma.sql`pg_snapshot_xmin(pg_current_snapshot())`;

/** Before all events. */
export const BEGINNING: Position = { tx: "0", id: NIL };

/** Null: none of that name. */
export async function findListener(db: Db, merchantId: string, name: string): Promise<ListenerRow | null> {
  type Row = Omit<ListenerRow, "position"> & { tx: string; at: string };
  const [row] = await db.$queryRaw<Row[]>`
    SELECT id::text, secret_sealed AS "secretSealed", position_tx::text AS tx, position_id::text AS at, cluster
    FROM webhook_listeners WHERE merchant_id = ${merchantId}::uuid AND name = ${name}`;
  if (!row) return null;
  const { tx, at, ...rest } = row;
  return { ...rest, position: { tx, id: at } };
}

/** False: another process has created one of that name. */
export async function insertListener(
  tx: Tx,
  row: ListenerRow & { merchantId: string; name: string },
): Promise<boolean> {
  const { id, merchantId, name, secretSealed, position, cluster } = row;
  const count = await tx.$executeRaw`
    INSERT INTO webhook_listeners (id, merchant_id, name, secret_sealed, position_tx, position_id, cluster)
    VALUES (${id}::uuid, ${merchantId}::uuid, ${name}, ${secretSealed}, ${position.tx}::xid8, ${position.id}::uuid, ${cluster})
    ON CONFLICT (merchant_id, name) DO NOTHING`;
  return count === 1;
}

export async function savePosition(db: Db, id: string, { tx, id: at }: Position, cluster: string): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_listeners SET position_tx = ${tx}::xid8, position_id = ${at}::uuid, cluster = ${cluster},
      updated_at = ${now()} WHERE id = ${id}::uuid`;
}

/**
 * The next events of the merchant's test payments, in the order of the transactions that recorded them, up to the
 * oldest open transaction: a late commit cannot appear before a position that has passed it.
 */
export function readEventsAfter(
  db: Db,
  merchantId: string,
  position: Position,
  limit: number,
): Promise<ListenerEvent[]> {
  return db.$queryRaw<ListenerEvent[]>`
    SELECT id::text, ${TX}::text AS tx, type, subject_id::text AS "subjectId", sequence, body FROM webhook_events
    WHERE ${OF_TESTS(merchantId)} AND ${AFTER(position)} AND ${TX} < ${HORIZON} ORDER BY ${TX}, id LIMIT ${limit}`;
}

/** Whether events wait for any older transaction to end. */
export async function isBlockedByOlderTransaction(db: Db, merchantId: string, position: Position): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ blocked: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM webhook_events
      WHERE ${OF_TESTS(merchantId)} AND ${AFTER(position)} AND ${TX} >= ${HORIZON}) AS blocked`;
  return row.blocked;
}

/** The database server, and the position before all uncommitted events. */
export async function findPresent(db: Db): Promise<{ position: Position; cluster: string }> {
  const [row] = await db.$queryRaw<[{ tx: string; cluster: string }]>`
    SELECT ${HORIZON}::text AS tx, system_identifier::text AS cluster FROM pg_control_system()`;
  return { position: { tx: row.tx, id: NIL }, cluster: row.cluster };
}

/** The position before an event. Null: no such event of a test payment of the merchant. */
export async function findPositionBefore(db: Db, merchantId: string, eventId: string): Promise<Position | null> {
  const [event] = await db.$queryRaw<Position[]>`
    SELECT ${TX}::text AS tx, id::text FROM webhook_events WHERE ${OF_TESTS(merchantId)} AND id = ${eventId}::uuid`;
  if (!event) return null;
  const [before] = await db.$queryRaw<Position[]>`
    SELECT ${TX}::text AS tx, id::text FROM webhook_events
    WHERE ${OF_TESTS(merchantId)} AND (${TX}, id) < (${event.tx}::xid8, ${event.id}::uuid)
    ORDER BY ${TX} DESC, id DESC LIMIT 1`;
  return before ?? BEGINNING;
}

/**
 * Removes transaction ids of events copied from another database server, as by a dump: this server has not reached them
 * and will assign them again. Such events then count as oldest.
 */
export async function forgetForeignTransactions(db: Db, merchantId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_events SET tx = NULL
    WHERE ${OF_TESTS(merchantId)} AND ${TX} >= pg_snapshot_xmax(pg_current_snapshot())`;
}
