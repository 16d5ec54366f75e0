import { changedOne, type Db, inScope, Prisma, type TenantScope, type Tx } from "../../lib/db";
import { rowsOf } from "../../lib/statements";
import { SECOND_SCREEN_FOR_S, UNRESOLVED_AFTER_H } from "./rules";
import type { PaymentStatus } from "./schema";

export type RequestRow = {
  id: string;
  merchantId: string;
  paymentLinkId: string | null;
  flow: "embedded" | "redirect" | "link";
  tokenSealed: Uint8Array;
  amount: bigint;
  currency: string;
  paymentReference: string;
  orderId: string;
  locale: string;
  test: boolean;
  rewards: { extra_rewards?: number; total_rewards?: number; description?: string } | null;
  customer: { id?: string; name?: string; email?: string; phone?: string; country?: string } | null;
  /** The bank that the merchant preselected; no bank has been called. */
  selectedBankId: string | null;
  successUrl: string | null;
  failureUrl: string | null;
  metadata: Record<string, string>;
  webhookEndpoints: string[];
  /** The present status: expiry is decided on read, whether or not the job has run. */
  status: PaymentStatus;
  statusReason: string | null;
  late: boolean;
  reversedAmount: bigint | null;
  expiresAt: Date;
  expiresInS: number;
  initiatedAt: Date | null;
  /** Seconds since then. */
  initiatedForS: number | null;
  cancelRequestedAt: Date | null;
  /** When a browser was first given the page. */
  openedAt: Date | null;
  /** Seconds for which the page waits for the second screen that opened its QR code; 0 if it does not. */
  secondScreenForS: number;
  completedAt: Date | null;
  liveAttemptId: string | null;
  /** The attempt that completed it. */
  paidAttemptId: string | null;
  bankId: string | null;
  bankName: string | null;
  createdAt: Date;
  /** The number of its last event. */
  eventSequence: number;
  /** Changes with every change of the row. */
  rowVersion: string;
};

/** Without a live attempt, and the token has expired. */
const OVER = Prisma.sql`status = 'pending' AND live_attempt_id IS NULL AND expires_at <= app_now()`;

/** SQL: status and reason. For the stores of this folder only. */
export const STATUS = Prisma.sql`CASE WHEN ${OVER} THEN CASE WHEN initiated_at IS NULL THEN 'expired' ELSE 'failed' END ELSE status END AS status,
  CASE WHEN ${OVER} AND initiated_at IS NOT NULL THEN 'not_approved'
    WHEN status = 'pending' AND initiated_at < app_now() - make_interval(hours => ${UNRESOLVED_AFTER_H}::int) THEN 'unresolved'
    ELSE status_reason END AS "statusReason"`;

/** SQL: of a payment request or a link. 0 also if no second screen opened it, because GREATEST ignores null. */
export const SECOND_SCREEN_LEFT = Prisma.sql`GREATEST(0, ceil(${SECOND_SCREEN_FOR_S}::int - extract(epoch FROM app_now() - second_screen_at)))::int`;

const COLUMNS = Prisma.sql`id, merchant_id AS "merchantId", payment_link_id AS "paymentLinkId", flow, token_sealed AS "tokenSealed",
  amount, currency, payment_reference AS "paymentReference", order_id AS "orderId", locale, test, rewards, customer,
  selected_bank_id AS "selectedBankId", success_url AS "successUrl", failure_url AS "failureUrl", metadata,
  webhook_endpoints AS "webhookEndpoints",
  ${STATUS}, late, reversed_amount AS "reversedAmount", expires_at AS "expiresAt",
  GREATEST(0, ceil(extract(epoch FROM expires_at - app_now())))::int AS "expiresInS",
  initiated_at AS "initiatedAt", extract(epoch FROM app_now() - initiated_at)::float8 AS "initiatedForS",
  cancel_requested_at AS "cancelRequestedAt", opened_at AS "openedAt",
  ${SECOND_SCREEN_LEFT} AS "secondScreenForS", completed_at AS "completedAt",
  live_attempt_id AS "liveAttemptId", paid_attempt_id AS "paidAttemptId", bank_id AS "bankId", bank_name AS "bankName", created_at AS "createdAt",
  event_sequence AS "eventSequence", xmin::text AS "rowVersion"`;

/** The request that matches a condition. For the stores of this folder only. */
export async function selectRequest(db: Db, where: Prisma.Sql): Promise<RequestRow | null> {
  return (await selectRequests(db, where))[0] ?? null;
}

/** The same for several: the condition ends with ORDER BY and LIMIT. */
export function selectRequests(db: Db, where: Prisma.Sql): Promise<RequestRow[]> {
  return rowsOf<RequestRow>(db, Prisma.sql`SELECT ${COLUMNS} FROM payment_requests WHERE ${where}`);
}

/** Requests by id, newest first. */
export function selectRequestsByIds(db: Db, ids: readonly string[]): Promise<RequestRow[]> {
  return selectRequests(db, Prisma.sql`id = ANY (${[...ids]}::uuid[]) ORDER BY created_at DESC, id DESC`);
}

export function findRequestByTokenHash(db: Db, hash: Uint8Array<ArrayBuffer>): Promise<RequestRow | null> {
  return selectRequest(db, Prisma.sql`token_hash = ${hash}`);
}

/** The request, if it is in the scope. */
export function findRequestInScope(db: Db, scope: TenantScope, id: string): Promise<RequestRow | null> {
  return selectRequest(db, Prisma.sql`id = ${id}::uuid AND ${inScope(scope)}`);
}

/** The request. Throws if it does not exist. */
export async function readRequest(db: Db, id: string): Promise<RequestRow> {
  return present(await selectRequest(db, Prisma.sql`id = ${id}::uuid`), id);
}

/** The request, locked until the transaction ends. Lock it before its attempt, everywhere. */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow> {
  return present(await selectRequest(tx, Prisma.sql`id = ${id}::uuid FOR UPDATE`), id);
}

function present<T>(row: T | null, id: string): T {
  if (row === null) throw new Error(`Payment request ${id} is gone.`);
  return row;
}

/** A merchant's request by its token, locked. Null for one of a link: its amount is the link's, and its token is only the customer's. */
export function lockRequestByToken(
  tx: Tx,
  merchantId: string,
  hash: Uint8Array<ArrayBuffer>,
): Promise<RequestRow | null> {
  return selectRequest(
    tx,
    Prisma.sql`token_hash = ${hash} AND merchant_id = ${merchantId}::uuid AND payment_link_id IS NULL FOR UPDATE`,
  );
}

/** Sets a new amount, new rewards, or both; null keeps the value. The caller holds the lock and has decided. */
export async function setAmountAndRewards(
  tx: Tx,
  id: string,
  changed: { amount: bigint | null; rewards: object | null },
): Promise<void> {
  const rewards = changed.rewards && JSON.stringify(changed.rewards);
  await tx.$executeRaw`
    UPDATE payment_requests SET amount = COALESCE(${changed.amount}::bigint, amount),
      rewards = COALESCE(${rewards}::jsonb, rewards), updated_at = app_now() WHERE id = ${id}::uuid`;
}

export async function clearLiveAttempt(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`UPDATE payment_requests SET live_attempt_id = NULL, updated_at = app_now() WHERE id = ${id}::uuid`;
}

/** Extends the time to start a payment to this long from now. */
export async function extendRequest(tx: Tx, id: string, ttlS: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_requests SET expires_at = app_now() + make_interval(secs => ${ttlS}) WHERE id = ${id}::uuid`;
}

/** Records that a bank has, or may have, the payment. False: recorded before. */
export function setInitiated(tx: Tx, id: string): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE payment_requests SET initiated_at = app_now(), updated_at = app_now() WHERE id = ${id}::uuid AND initiated_at IS NULL`);
}

export async function setCancelRequested(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_requests SET cancel_requested_at = COALESCE(cancel_requested_at, app_now()), updated_at = app_now()
    WHERE id = ${id}::uuid`;
}

/** Adds a return to the request's sum; the request stays completed. */
export async function addReversed(tx: Tx, id: string, returnedMinor: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_requests SET reversed_amount = COALESCE(reversed_amount, 0) + ${returnedMinor}, updated_at = app_now()
    WHERE id = ${id}::uuid`;
}

/** The number of the request's next event. */
export async function nextEventSequence(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.$queryRaw<Array<{ sequence: number }>>`
    UPDATE payment_requests SET event_sequence = event_sequence + 1 WHERE id = ${id}::uuid RETURNING event_sequence AS sequence`;
  return present(row ?? null, id).sequence;
}

/** Pending requests past their end whose merchants have not been notified. */
export async function findRequestsToEnd(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM payment_requests WHERE ${OVER} ORDER BY expires_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** One of them, locked, with its status by the clock; null if it has ended. Waits for a lock of another worker. */
export function lockRequestToEnd(tx: Tx, id: string): Promise<RequestRow | null> {
  return selectRequest(tx, Prisma.sql`id = ${id}::uuid AND ${OVER} FOR UPDATE`);
}

type FinalStatus = {
  status: Exclude<PaymentStatus, "pending">;
  reason: string | null;
  late: boolean;
  /** The attempt that completed it. */
  paidAttemptId: string | null;
};

/** Writes a final state. The caller holds the lock and has checked; only write-decision.ts and end-request.ts call it. */
export async function setFinal(tx: Tx, id: string, final: FinalStatus): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_requests SET ${finalWritten(final, { isApprovedNow: false })}, updated_at = app_now() WHERE id = ${id}::uuid`;
  if (final.paidAttemptId) await setPaidBank(tx, id, final.paidAttemptId);
}

/** The bank of the attempt that paid, where another one was chosen after it. */
async function setPaidBank(tx: Tx, id: string, paidAttemptId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_requests r SET bank_id = b.id, bank_name = b.display_name
    FROM payment_attempts a JOIN banks b ON b.id = a.bank_id
    WHERE r.id = ${id}::uuid AND a.id = ${paidAttemptId}::uuid AND r.bank_id IS DISTINCT FROM b.id`;
}

/** SQL: the assignments of a final state. `isApprovedNow`: the same statement records the customer's approval. */
export function finalWritten(final: FinalStatus, { isApprovedNow }: { isApprovedNow: boolean }): Prisma.Sql {
  const { status, reason, late, paidAttemptId } = final;
  return Prisma.sql`status = ${status}, status_reason = ${reason}, late = ${late}, live_attempt_id = NULL,
    paid_attempt_id = COALESCE(${paidAttemptId}::uuid, paid_attempt_id),
    time_to_approval_s = ${timeToApproval(late ? null : paidAttemptId, { isNow: isApprovedNow })},
    completed_at = CASE WHEN ${status} = 'completed' THEN app_now() ELSE completed_at END`;
}

/**
 * SQL: seconds from the hand-over to the bank until the customer's approval of an attempt. Null without an attempt, and
 * without a known approval, because only a credit proved the payment. `isNow`: the statement itself records the approval.
 */
function timeToApproval(attemptId: string | null, { isNow }: { isNow: boolean }): Prisma.Sql {
  return Prisma.sql`(SELECT round(extract(epoch FROM
      COALESCE(min(m.at), CASE WHEN ${isNow}::bool THEN app_now() END) - a.handed_over_at))::int
    FROM payment_attempts a LEFT JOIN attempt_transitions m
      ON m.attempt_id = a.id AND m.from_state = 'AWAITING_AUTH' AND m.source <> 'recon'
    WHERE a.id = ${attemptId}::uuid GROUP BY a.id)`;
}
