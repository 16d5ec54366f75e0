import { now } from "../../lib/clock";
import { type Db, Prisma, type Tx } from "../../lib/db";

/** How far a listener was told: up to and with this event, in the order of transactions. `tx`: xid8, as digits. */
export type Position = { tx: string; id: string };

/** A listener. `cluster`: the database server that its position was taken on. */
export type ListenerRow = { id: string; secretSealed: Uint8Array; position: Position; cluster: string };

/** An event as a listener is told of it. */
export type ToldEvent = { id: string; tx: string; type: string; subjectId: string; sequence: number; body: string };

/** Before every id: a position in front of all that a transaction recorded. */
const NIL = "00000000-0000-0000-0000-000000000000";
/** The order of events, as their index has it. Those that were recorded before the column come first. */
const TX = Prisma.sql`COALESCE(tx, '0'::xid8)`;
const OF_TESTS = (merchantId: string) => Prisma.sql`merchant_id = ${merchantId}::uuid AND test`;
const AFTER = ({ tx, id }: Position) => Prisma.sql`(${TX}, id) > (${tx}::xid8, ${id}::uuid)`;
/** Every transaction below has ended: nothing more can come between what is read. */
const HORIZON = Prisma.sql`pg_snapshot_xmin(pg_current_snapshot())`;

/** In front of everything. */
export const BEGINNING: Position = { tx: "0", id: NIL };

/** Null: there is none of that name. */
export async function findListener(db: Db, merchantId: string, name: string): Promise<ListenerRow | null> {
  type Row = Omit<ListenerRow, "position"> & { tx: string; at: string };
  const [row] = await db.$queryRaw<Row[]>`
    SELECT id::text, secret_sealed AS "secretSealed", position_tx::text AS tx, position_id::text AS at, cluster
    FROM webhook_listeners WHERE merchant_id = ${merchantId}::uuid AND name = ${name}`;
  if (!row) return null;
  const { tx, at, ...rest } = row;
  return { ...rest, position: { tx, id: at } };
}

/** False: another run of the tool has just made one of that name. */
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
 * The next events of the merchant's test payments, in the order of the transactions that recorded them. Only such below
 * every transaction that is still open: one that commits late cannot come in behind a position that has passed it.
 */
export function readEventsAfter(db: Db, merchantId: string, position: Position, limit: number): Promise<ToldEvent[]> {
  return db.$queryRaw<ToldEvent[]>`
    SELECT id::text, ${TX}::text AS tx, type, subject_id::text AS "subjectId", sequence, body FROM webhook_events
    WHERE ${OF_TESTS(merchantId)} AND ${AFTER(position)} AND ${TX} < ${HORIZON} ORDER BY ${TX}, id LIMIT ${limit}`;
}

/** Whether there are events that wait for an older transaction to end, of whatever it may be. */
export async function isHeldBack(db: Db, merchantId: string, position: Position): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ held: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM webhook_events
      WHERE ${OF_TESTS(merchantId)} AND ${AFTER(position)} AND ${TX} >= ${HORIZON}) AS held`;
  return row.held;
}

/** The server that this database is on, and the position in front of all that is not yet committed. */
export async function findPresent(db: Db): Promise<{ position: Position; cluster: string }> {
  const [row] = await db.$queryRaw<[{ tx: string; cluster: string }]>`
    SELECT ${HORIZON}::text AS tx, system_identifier::text AS cluster FROM pg_control_system()`;
  return { position: { tx: row.tx, id: NIL }, cluster: row.cluster };
}

/** The position after which an event comes next. Null: the merchant has no such event of a test payment. */
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
 * Forgets the transactions of events that were copied from another database server, as a dump is: they are of numbers that
 * this one has not reached, and would come again when it does. Such events are as old as those without a transaction.
 */
export async function forgetForeignTransactions(db: Db, merchantId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_events SET tx = NULL
    WHERE ${OF_TESTS(merchantId)} AND ${TX} >= pg_snapshot_xmax(pg_current_snapshot())`;
}
