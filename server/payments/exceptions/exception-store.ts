import { type Db, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import type { PageQuery, RowKey } from "../../lib/keyset";
import type { ExceptionKind, PaymentException } from "../attempts/attempt-facts";
import type { TransitionSource } from "../attempts/attempt-write-store";

export type NewException = PaymentException & { paymentRequestId: string; attemptId: string; source: TransitionSource };

/** Records an exception. Null: it was recorded before. `test`: of a test payment. */
export async function insertException(tx: Tx, row: NewException): Promise<{ test: boolean } | null> {
  const [inserted] = await tx.$queryRaw<{ test: boolean }[]>`
    INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source)
    VALUES (${newId()}::uuid, ${row.kind}, ${row.paymentRequestId}::uuid, ${row.attemptId}::uuid, ${row.detail}, ${row.source})
    ON CONFLICT (attempt_id, kind, detail) DO NOTHING
    RETURNING (SELECT r.test FROM payment_requests r WHERE r.id = payment_request_id) AS test`;
  return inserted ?? null;
}

export type ExceptionRow = PaymentException & {
  id: string;
  paymentRequestId: string;
  attemptId: string;
  merchantId: string;
  brandName: string;
  amount: bigint;
  currency: string;
  test: boolean;
  paymentReference: string;
  bankName: string | null;
  source: TransitionSource;
  at: Date;
};

/** Added to the time of an exception of a live payment, in milliseconds: these are listed first. */
const LIVE_FIRST_MS = 10n ** 13n;

/** The place of an exception in the list: live before test, then by time. */
export function keyOfException({ id, test, at }: ExceptionRow): RowKey {
  return { key: BigInt(at.getTime()) + (test ? 0n : LIVE_FIRST_MS), id };
}

/** A keyset page of the exceptions that are not resolved, live ones first, then newest first; of one kind, or of all. */
export function findOpenExceptions(
  db: Db,
  { kind, towards, from, limit }: PageQuery<RowKey> & { kind?: ExceptionKind | undefined },
): Promise<ExceptionRow[]> {
  const ofKind = kind === undefined ? Prisma.sql`TRUE` : Prisma.sql`n.kind = ${kind}`;
  const key = Prisma.sql`(extract(epoch FROM n.at) * 1000)::bigint + CASE WHEN r.test THEN 0 ELSE ${LIVE_FIRST_MS}::bigint END`;
  const [beyond, order] = towards === "older" ? [Prisma.sql`<`, Prisma.sql`DESC`] : [Prisma.sql`>`, Prisma.sql`ASC`];
  const after = from ? Prisma.sql`(${key}, n.id) ${beyond} (${from.key}::bigint, ${from.id}::uuid)` : Prisma.sql`TRUE`;
  return db.$queryRaw<ExceptionRow[]>`
    SELECT n.id, n.kind, n.detail, n.payment_request_id AS "paymentRequestId", n.attempt_id AS "attemptId",
      r.merchant_id AS "merchantId", m.brand_name AS "brandName", r.amount, r.currency, r.test,
      r.payment_reference AS "paymentReference", r.bank_name AS "bankName", n.source, n.at
    FROM payment_exceptions n JOIN payment_requests r ON r.id = n.payment_request_id
      JOIN merchants m ON m.id = r.merchant_id
    WHERE n.resolved_at IS NULL AND ${ofKind} AND ${after} ORDER BY ${key} ${order}, n.id ${order} LIMIT ${limit}`;
}

/** Resolves an exception with a note. `changed` false: it was resolved before. Null: no exception has this id. */
export async function closeException(
  tx: Tx,
  id: string,
  note: string,
): Promise<{ changed: boolean; kind: ExceptionKind; paymentRequestId: string; merchantId: string } | null> {
  const [found] = await tx.$queryRaw<
    { open: boolean; kind: ExceptionKind; paymentRequestId: string; merchantId: string }[]
  >`
    SELECT n.resolved_at IS NULL AS open, n.kind, n.payment_request_id AS "paymentRequestId",
      r.merchant_id AS "merchantId"
    FROM payment_exceptions n JOIN payment_requests r ON r.id = n.payment_request_id
    WHERE n.id = ${id}::uuid FOR UPDATE OF n`;
  if (!found) return null;
  const { open, ...about } = found;
  if (open) {
    await tx.$executeRaw`
      UPDATE payment_exceptions SET resolved_at = app_now(), resolved_note = ${note} WHERE id = ${id}::uuid`;
  }
  return { ...about, changed: open };
}

/** Records money that was returned, one row each time. */
export async function insertReversal(
  tx: Tx,
  row: { attemptId: string; returnedMinor: bigint; reason: string | null; source: TransitionSource },
): Promise<void> {
  await tx.paymentReversal.create({ data: { id: newId(), ...row }, select: { id: true } });
}
