import { claimDue, endLease, type Lease, wake } from "../../../jobs/leased-rows";
import { now } from "../../../lib/clock";
import { type Db, Prisma, type Tx } from "../../../lib/db";
import type { ReceiverTestCall, Score } from "./rules";

const TABLE = "receiver_tests";

export type ReceiverTestRow = {
  id: string;
  merchantId: string;
  endpointKey: string;
  endpointId: string | null;
  code: string;
  url: string;
  signed: boolean;
  state: string;
  reason: string | null;
  tries: number;
  score: Prisma.JsonValue;
  createdAt: Date;
  doneAt: Date | null;
};

const FIELDS = {
  ...{ id: true, merchantId: true, endpointKey: true, endpointId: true, code: true, url: true, signed: true },
  ...{ state: true, reason: true, tries: true, score: true, createdAt: true, doneAt: true },
} as const satisfies Record<keyof ReceiverTestRow, true>;

/** Serialises starts of a merchant's receiver tests until the transaction ends. */
export async function lockReceiverTestsOf(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`receiver_tests ${merchantId}`}, 0))`;
}

/** Seconds until another test is within the limit; null: now. */
export async function waitForReceiverTest(
  tx: Tx,
  merchantId: string,
  limit: { receiverTests: number; windowS: number },
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ waitS: number | null }[]>`
    SELECT ceil(extract(epoch FROM created_at + make_interval(secs => ${limit.windowS}::float8) - app_now()))::int AS "waitS"
    FROM receiver_tests
    WHERE merchant_id = ${merchantId}::uuid
      AND created_at > app_now() - make_interval(secs => ${limit.windowS}::float8)
    ORDER BY created_at DESC OFFSET ${limit.receiverTests - 1} LIMIT 1`;
  return row?.waitS ?? null;
}

type NewReceiverTest = Pick<
  ReceiverTestRow,
  "id" | "merchantId" | "endpointKey" | "endpointId" | "code" | "url" | "signed"
>;

/**
 * Inserts the test, due now, and deletes older ones of the endpoint, except the newest `kept` and those in the limit's
 * window.
 */
export async function insertReceiverTest(
  tx: Tx,
  row: NewReceiverTest,
  { kept, windowS }: { kept: number; windowS: number },
): Promise<void> {
  await tx.webhookReceiverTest.create({ data: { ...row, state: "running" }, select: { id: true } });
  await tx.$executeRaw`
    DELETE FROM receiver_tests WHERE id IN (
      SELECT id FROM receiver_tests
      WHERE endpoint_key = ${row.endpointKey}::uuid AND state <> 'running'
        AND created_at <= app_now() - make_interval(secs => ${windowS}::float8)
      ORDER BY created_at DESC OFFSET ${kept})`;
  wake(tx, "receiver_tests");
}

export function claimReceiverTests(db: Db, limit: number, leaseS: number): Promise<Lease[]> {
  return claimDue(db, { table: TABLE, open: Prisma.sql`state = 'running'`, limit, leaseS });
}

/** Counts the start of a sending, under the lease. Null: the lease has ended and another worker has the test. */
export async function beginSending(tx: Tx, lease: Lease): Promise<ReceiverTestRow | null> {
  const count = await tx.$executeRaw`
    UPDATE receiver_tests SET tries = tries + 1
    WHERE id = ${lease.id}::uuid AND lease_until = ${lease.until}::timestamptz AND state = 'running'`;
  return count === 1 ? tx.webhookReceiverTest.findUnique({ where: { id: lease.id }, select: FIELDS }) : null;
}

/** Stores the calls of a sending; the next is due now. False: the lease has ended, nothing is written. */
export async function saveSending(tx: Tx, lease: Lease, position: number, calls: ReceiverTestCall[]): Promise<boolean> {
  if (!(await endLease(tx, TABLE, lease, 0))) return false;
  await tx.webhookReceiverTestSending.create({
    data: { receiverTestId: lease.id, position, calls, at: now() },
    select: { receiverTestId: true },
  });
  await tx.webhookReceiverTest.update({ where: { id: lease.id }, data: { tries: 0 }, select: { id: true } });
  return true;
}

type ReceiverTestEnd = { state: "finished"; score: Score } | { state: "unfinished"; reason: string };

/** Ends the test. */
export async function saveEnd(tx: Tx, id: string, end: ReceiverTestEnd): Promise<void> {
  const data = { ...end, doneAt: now(), leaseUntil: null };
  await tx.webhookReceiverTest.update({ where: { id }, data, select: { id: true } });
}

export async function countSendings(db: Db, receiverTestId: string): Promise<number> {
  return db.webhookReceiverTestSending.count({ where: { receiverTestId } });
}

/** The calls of every sending so far, in order. */
export async function findSendings(
  db: Db,
  receiverTestId: string,
): Promise<{ position: number; calls: ReceiverTestCall[] }[]> {
  const rows = await db.webhookReceiverTestSending.findMany({
    where: { receiverTestId },
    orderBy: { position: "asc" },
  });
  // This module is the column's only writer.
  return rows.map(({ position, calls }) => ({ position, calls: calls as unknown as ReceiverTestCall[] }));
}

export function findRunningReceiverTest(db: Db, endpointKey: string): Promise<ReceiverTestRow | null> {
  return db.webhookReceiverTest.findFirst({ where: { endpointKey, state: "running" }, select: FIELDS });
}

/** An endpoint's last tests, newest first. */
export function findReceiverTests(
  db: Db,
  merchantId: string,
  endpointKey: string,
  limit: number,
): Promise<ReceiverTestRow[]> {
  return db.webhookReceiverTest.findMany({
    where: { merchantId, endpointKey },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: FIELDS,
  });
}

/** The name of an endpoint, which never changes. */
export async function findEndpointName(db: Db, id: string): Promise<string | null> {
  return (await db.webhookEndpoint.findUnique({ where: { id }, select: { name: true } }))?.name ?? null;
}
