import { claimDue, endLease, type Lease, wake } from "../../jobs/leased-rows";
import { now } from "../../lib/clock";
import { type Db, Prisma, type Tx } from "../../lib/db";
import type { ExamCall, Score } from "./exam-rules";

const TABLE = "webhook_exams";

export type ExamRow = {
  id: string;
  merchantId: string;
  destinationId: string;
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
  ...{ id: true, merchantId: true, destinationId: true, endpointId: true, code: true, url: true, signed: true },
  ...{ state: true, reason: true, tries: true, score: true, createdAt: true, doneAt: true },
} as const satisfies Record<keyof ExamRow, true>;

/** Lets exams of one merchant begin one after the other, until the transaction ends. */
export async function lockExamsOf(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_exams ${merchantId}`}, 0))`;
}

/** Seconds until another exam is within the limit of so many in the window; null when it is now. */
export async function waitForExam(
  tx: Tx,
  merchantId: string,
  limit: { exams: number; windowS: number },
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ waitS: number | null }[]>`
    SELECT ceil(extract(epoch FROM created_at + make_interval(secs => ${limit.windowS}::float8) - app_now()))::int AS "waitS"
    FROM webhook_exams
    WHERE merchant_id = ${merchantId}::uuid
      AND created_at > app_now() - make_interval(secs => ${limit.windowS}::float8)
    ORDER BY created_at DESC OFFSET ${limit.exams - 1} LIMIT 1`;
  return row?.waitS ?? null;
}

export type NewExam = Pick<ExamRow, "id" | "merchantId" | "destinationId" | "endpointId" | "code" | "url" | "signed">;

/** The exam is due at once. Of its destination the newest `kept` stay, and what the limit still counts. */
export async function insertExam(
  tx: Tx,
  row: NewExam,
  { kept, windowS }: { kept: number; windowS: number },
): Promise<void> {
  await tx.webhookExam.create({ data: { ...row, state: "running" }, select: { id: true } });
  await tx.$executeRaw`
    DELETE FROM webhook_exams WHERE id IN (
      SELECT id FROM webhook_exams
      WHERE destination_id = ${row.destinationId}::uuid AND state <> 'running'
        AND created_at <= app_now() - make_interval(secs => ${windowS}::float8)
      ORDER BY created_at DESC OFFSET ${kept})`;
  await wake(tx);
}

export function claimExams(db: Db, limit: number, leaseS: number): Promise<Lease[]> {
  return claimDue(db, { table: TABLE, open: Prisma.sql`state = 'running'`, limit, leaseS });
}

/** Counts that a sending is begun, under the lease. Null: the lease is over, and another has the exam. */
export async function beginSending(tx: Tx, lease: Lease): Promise<ExamRow | null> {
  const count = await tx.$executeRaw`
    UPDATE webhook_exams SET tries = tries + 1
    WHERE id = ${lease.id}::uuid AND lease_until = ${lease.until}::timestamptz AND state = 'running'`;
  return count === 1 ? tx.webhookExam.findUnique({ where: { id: lease.id }, select: FIELDS }) : null;
}

/** Writes down what a sending brought; the next is due at once. False: the lease is over, and nothing is written. */
export async function saveSending(tx: Tx, lease: Lease, position: number, calls: ExamCall[]): Promise<boolean> {
  if (!(await endLease(tx, TABLE, lease, 0))) return false;
  await tx.webhookExamSending.create({
    data: { examId: lease.id, position, calls, at: now() },
    select: { examId: true },
  });
  await tx.webhookExam.update({ where: { id: lease.id }, data: { tries: 0 }, select: { id: true } });
  return true;
}

export type ExamEnd = { state: "finished"; score: Score } | { state: "unfinished"; reason: string };

/** The exam is over. */
export async function saveEnd(tx: Tx, id: string, end: ExamEnd): Promise<void> {
  const data = { ...end, doneAt: now(), leaseUntil: null };
  await tx.webhookExam.update({ where: { id }, data, select: { id: true } });
}

export async function countSendings(db: Db, examId: string): Promise<number> {
  return db.webhookExamSending.count({ where: { examId } });
}

/** What every sending so far brought, in order. */
export async function findSendings(db: Db, examId: string): Promise<{ position: number; calls: ExamCall[] }[]> {
  const rows = await db.webhookExamSending.findMany({ where: { examId }, orderBy: { position: "asc" } });
  // Written by us alone, as it is read.
  return rows.map(({ position, calls }) => ({ position, calls: calls as unknown as ExamCall[] }));
}

export function findRunningExam(db: Db, destinationId: string): Promise<ExamRow | null> {
  return db.webhookExam.findFirst({ where: { destinationId, state: "running" }, select: FIELDS });
}

/** The last exams of a destination, newest first. */
export function findExams(db: Db, merchantId: string, destinationId: string, limit: number): Promise<ExamRow[]> {
  return db.webhookExam.findMany({
    where: { merchantId, destinationId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: FIELDS,
  });
}

/** The name of an endpoint, which never changes. */
export async function findEndpointName(db: Db, id: string): Promise<string | null> {
  return (await db.webhookEndpoint.findUnique({ where: { id }, select: { name: true } }))?.name ?? null;
}
