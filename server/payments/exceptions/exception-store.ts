import { allOf, type Db, firstRow, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { afterCursor, keysetOrder, type PageQuery, type RowKey, type TimeKey } from "../../lib/keyset";
import type { ExceptionKind, PaymentException } from "../attempts/attempt-facts";
import type { TransitionSource } from "../attempts/attempt-write-store";

type NewException = PaymentException & { paymentRequestId: string; attemptId: string; source: TransitionSource };

/** Records an exception. Null: it was recorded before. `test`: of a test payment. */
export function insertException(tx: Tx, row: NewException): Promise<{ test: boolean } | null> {
  return firstRow(tx.$queryRaw<{ test: boolean }[]>`
    INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source, test)
    SELECT ${newId()}::uuid, ${row.kind}, r.id, ${row.attemptId}::uuid, ${row.detail}, ${row.source}, r.test
    FROM payment_requests r WHERE r.id = ${row.paymentRequestId}::uuid
    ON CONFLICT (attempt_id, kind, detail) DO NOTHING RETURNING test`);
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
  /** Of the attempt: the customer may have chosen another one since. Null: no longer in the catalogue. */
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

type OfKind = { kind?: ExceptionKind | undefined };

/** A keyset page of the exceptions that are not resolved, live ones first, then newest first; of one kind, or of all. */
export async function findOpenExceptions(
  db: Db,
  { kind, towards, from, limit }: PageQuery<RowKey> & OfKind,
): Promise<ExceptionRow[]> {
  const modes = towards === "older" ? [false, true] : [true, false];
  const fromTest = from === null ? towards === "newer" : from.key < LIVE_FIRST_MS;
  const found: ExceptionRow[] = [];
  for (const test of modes.slice(modes.indexOf(fromTest))) {
    const key = from && test === fromTest ? { at: new Date(Number(from.key % LIVE_FIRST_MS)), id: from.id } : null;
    const page = { towards, from: key, limit: limit - found.length };
    found.push(...(await db.$queryRaw<ExceptionRow[]>(openExceptionsSql({ kind, test, ...page }))));
    if (found.length === limit) break;
  }
  return found;
}

/** SQL of a keyset page of the open exceptions of live payments or of tests, newest first. */
export function openExceptionsSql({
  kind,
  test,
  limit,
  ...page
}: PageQuery<TimeKey> & OfKind & { test: boolean }): Prisma.Sql {
  const columns = { at: Prisma.sql`n.at`, id: Prisma.sql`n.id` };
  const ofKind = kind === undefined ? [] : [Prisma.sql`n.kind = ${kind}`];
  const open = allOf([
    Prisma.sql`n.resolved_at IS NULL AND n.test = ${test}`,
    ...ofKind,
    ...afterCursor(columns, page),
  ]);
  return Prisma.sql`
    SELECT n.id, n.kind, n.detail, n.payment_request_id AS "paymentRequestId", n.attempt_id AS "attemptId",
      r.merchant_id AS "merchantId", m.brand_name AS "brandName", r.amount, r.currency, n.test,
      r.payment_reference AS "paymentReference", b.display_name AS "bankName", n.source, n.at
    FROM payment_exceptions n JOIN payment_requests r ON r.id = n.payment_request_id
      JOIN merchants m ON m.id = r.merchant_id JOIN payment_attempts a ON a.id = n.attempt_id
      LEFT JOIN banks b ON b.id = a.bank_id
    WHERE ${open} ${keysetOrder(columns, page.towards)} LIMIT ${limit}`;
}

type ClosedException = { kind: ExceptionKind; paymentRequestId: string; merchantId: string } & {
  /** False: it was resolved before, and keeps `resolvedNote`. */
  changed: boolean;
  resolvedNote: string | null;
};

/** Resolves an exception with a note. Null: no exception has this id. */
export async function closeException(tx: Tx, id: string, note: string): Promise<ClosedException | null> {
  const found = await firstRow(tx.$queryRaw<ClosedException[]>`
    SELECT n.resolved_at IS NULL AS changed, n.resolved_note AS "resolvedNote", n.kind,
      n.payment_request_id AS "paymentRequestId", r.merchant_id AS "merchantId"
    FROM payment_exceptions n JOIN payment_requests r ON r.id = n.payment_request_id
    WHERE n.id = ${id}::uuid FOR UPDATE OF n`);
  if (found?.changed) {
    await tx.$executeRaw`
      UPDATE payment_exceptions SET resolved_at = app_now(), resolved_note = ${note} WHERE id = ${id}::uuid`;
  }
  return found;
}

/** Records money that was returned, one row each time. */
export async function insertReversal(
  tx: Tx,
  row: { attemptId: string; returnedMinor: bigint; reason: string | null; source: TransitionSource },
): Promise<void> {
  await tx.paymentReversal.create({ data: { id: newId(), ...row }, select: { id: true } });
}
