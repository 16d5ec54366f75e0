import { type Db, firstRow, Prisma } from "../../lib/db";

/** A place in the order of transactions that recorded events. `tx`: xid8, as digits. */
export type Position = { tx: string; id: string };

/** `body`: the exact text of every delivery. */
type TestEvent = { id: string; type: string; body: string };

/** Events older than the column come first. */
const TX = Prisma.sql`COALESCE(tx, '0'::xid8)`;
/** Of the index `webhook_events_told`. A bare `id` would be the text of the result, which no index has. */
const ID = Prisma.sql`webhook_events.id`;
const OF_TESTS = (merchantId: string) => Prisma.sql`merchant_id = ${merchantId}::uuid AND test`;
/** Every transaction below has ended, so nothing can be inserted below. */
const HORIZON = Prisma.sql`pg_snapshot_xmin(pg_current_snapshot())`;

/** Before all events. */
export const BEGINNING: Position = { tx: "0", id: "00000000-0000-0000-0000-000000000000" };

/**
 * The next events of the merchant's test payments, in the order of the transactions that recorded them, up to the
 * oldest open transaction: a late commit cannot appear before a position that has passed it.
 */
export function readEventsAfter(db: Db, merchantId: string, { tx, id }: Position, limit: number): Promise<TestEvent[]> {
  return db.$queryRaw<TestEvent[]>`
    SELECT id::text, type, body FROM webhook_events
    WHERE ${OF_TESTS(merchantId)} AND (${TX}, id) > (${tx}::xid8, ${id}::uuid) AND ${TX} < ${HORIZON}
    ORDER BY ${TX}, ${ID} LIMIT ${limit}`;
}

/** The last event that `readEventsAfter` returns now. Null: there is none. */
export function findLastEvent(db: Db, merchantId: string): Promise<Position | null> {
  return firstRow(db.$queryRaw<Position[]>`
    SELECT ${TX}::text AS tx, id::text FROM webhook_events
    WHERE ${OF_TESTS(merchantId)} AND ${TX} < ${HORIZON} ORDER BY ${TX} DESC, ${ID} DESC LIMIT 1`);
}

/** Null: no such event of a test payment of the merchant. */
export function findPosition(db: Db, merchantId: string, eventId: string): Promise<Position | null> {
  return firstRow(db.$queryRaw<Position[]>`
    SELECT ${TX}::text AS tx, id::text FROM webhook_events WHERE ${OF_TESTS(merchantId)} AND id = ${eventId}::uuid`);
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
