import { type Db, Prisma } from "../../lib/db";
import type { ExceptionKind } from "../attempts/attempt-facts";

/** Calls that are listed one by one; status fetches are only counted. */
const MAX_CALLS = 40;

export type ApiCallRow = {
  id: string;
  at: Date;
  requestId: string;
  method: string;
  path: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  /** The name of the merchant's credential; null for a user, a partner's credential, or an unknown caller. */
  credential: string | null;
  /** Of an accepted one: the redacted query and body, as JSON that may be cut. */
  request: string | null;
};

/** The API calls that changed a payment request or created its link, oldest first. */
export function findApiCalls(
  db: Db,
  of: { merchantId: string; paymentRequestId: string; paymentLinkId: string | null },
): Promise<ApiCallRow[]> {
  const subject = of.paymentLinkId
    ? Prisma.sql`(c.payment_request_id = ${of.paymentRequestId}::uuid
        OR (c.payment_link_id = ${of.paymentLinkId}::uuid AND c.payment_request_id IS NULL))`
    : Prisma.sql`c.payment_request_id = ${of.paymentRequestId}::uuid`;
  return db.$queryRaw<ApiCallRow[]>`
    SELECT c.id, c.at, c.request_id AS "requestId", c.method, c.path, c.status, c.error_code AS "errorCode",
      c.duration_ms AS "durationMs", k.name AS credential,
      CASE WHEN c.status < 300 THEN c.request END AS request
    FROM api_calls c LEFT JOIN credentials k ON c.actor_kind = 'credential' AND k.id::text = c.actor_id
      AND k.merchant_id = c.merchant_id
    WHERE c.merchant_id = ${of.merchantId}::uuid AND ${subject} AND c.method NOT IN ('GET', 'HEAD')
    ORDER BY c.at, c.id LIMIT ${MAX_CALLS}`;
}

export type StatusFetches = { times: number; firstAt: Date | null; lastAt: Date | null };

/** How often the merchant's servers fetched the status. */
export async function countStatusCalls(
  db: Db,
  of: { merchantId: string; paymentRequestId: string },
): Promise<StatusFetches> {
  const [row] = await db.$queryRaw<StatusFetches[]>`
    SELECT count(*)::int AS times, min(at) AS "firstAt", max(at) AS "lastAt" FROM api_calls
    WHERE payment_request_id = ${of.paymentRequestId}::uuid AND merchant_id = ${of.merchantId}::uuid AND method = 'GET'`;
  return row ?? { times: 0, firstAt: null, lastAt: null };
}

export type AttemptHistoryRow = {
  id: string;
  bankName: string;
  scheme: string;
  endToEndId: string;
  bankPaymentId: string | null;
  createdAt: Date;
  handedOverAt: Date | null;
  returnedAt: Date | null;
  changeRequestedAt: Date | null;
  /** Why it ended unpaid: a code of the bank, or Bankside's. */
  reason: string | null;
  /** The account that it was paid to. */
  accountIban: string | null;
};

/** The attempts of a request, oldest first. */
export function findAttemptHistory(db: Db, paymentRequestId: string): Promise<AttemptHistoryRow[]> {
  return db.$queryRaw<AttemptHistoryRow[]>`
    SELECT a.id, b.display_name AS "bankName", a.scheme, a.end_to_end_id AS "endToEndId",
      a.bank_payment_id AS "bankPaymentId", a.created_at AS "createdAt", a.handed_over_at AS "handedOverAt",
      a.returned_at AS "returnedAt", a.change_requested_at AS "changeRequestedAt", a.reason, m.iban AS "accountIban"
    FROM payment_attempts a JOIN banks b ON b.id = a.bank_id
      LEFT JOIN managed_accounts m ON m.id = a.receiving_account_id
    WHERE a.payment_request_id = ${paymentRequestId}::uuid ORDER BY a.created_at, a.id`;
}

export type BankCallHistoryRow = {
  attemptId: string;
  operation: string;
  tries: number;
  startedAt: Date;
  endedAt: Date | null;
  outcome: string | null;
  code: string | null;
};

/** The calls to banks that start, approve, move or stop a payment, oldest first. */
export function findBankCallHistory(db: Db, paymentRequestId: string): Promise<BankCallHistoryRow[]> {
  return db.$queryRaw<BankCallHistoryRow[]>`
    SELECT c.attempt_id AS "attemptId", c.operation, c.tries, c.started_at AS "startedAt", c.ended_at AS "endedAt",
      c.outcome, c.code
    FROM bank_calls c JOIN payment_attempts a ON a.id = c.attempt_id
    WHERE a.payment_request_id = ${paymentRequestId}::uuid ORDER BY c.started_at, c.id`;
}

export type BankNotificationRow = { attemptId: string; verified: boolean; times: number; receivedAt: Date };

/** Bank notifications, oldest first. */
export function findBankNotifications(db: Db, paymentRequestId: string): Promise<BankNotificationRow[]> {
  return db.$queryRaw<BankNotificationRow[]>`
    SELECT n.attempt_id AS "attemptId", n.verified, n.times, n.received_at AS "receivedAt"
    FROM bank_notifications n JOIN payment_attempts a ON a.id = n.attempt_id
    WHERE a.payment_request_id = ${paymentRequestId}::uuid ORDER BY n.received_at, n.id`;
}

export type TransactionHistoryRow = {
  direction: "credit" | "debit";
  amountMinor: bigint;
  currency: string;
  bookedAt: Date;
  at: Date;
  matchedBy: string | null;
};

/** What was booked on the merchant's account for it: a credit, or money that went back. */
export function findMatchedTransactions(db: Db, paymentRequestId: string): Promise<TransactionHistoryRow[]> {
  return db.$queryRaw<TransactionHistoryRow[]>`
    SELECT e.direction, e.amount AS "amountMinor", e.currency, e.booked_at AS "bookedAt",
      COALESCE(e.decided_at, e.seen_at) AS at, e.matched_by AS "matchedBy"
    FROM statement_entries e JOIN payment_attempts a ON a.id = e.attempt_id
    WHERE a.payment_request_id = ${paymentRequestId}::uuid AND e.state = 'matched' ORDER BY at, e.id`;
}

export type ReversalHistoryRow = { at: Date; returnedMinor: bigint; reason: string | null; source: string };

export function findReversals(db: Db, paymentRequestId: string): Promise<ReversalHistoryRow[]> {
  return db.$queryRaw<ReversalHistoryRow[]>`
    SELECT v.at, v.returned_minor AS "returnedMinor", v.reason, v.source
    FROM payment_reversals v JOIN payment_attempts a ON a.id = v.attempt_id
    WHERE a.payment_request_id = ${paymentRequestId}::uuid ORDER BY v.at, v.id`;
}

/** `detail`: for a different amount, both amounts in a sentence; other details are for the operator. */
export type ExceptionHistoryRow = {
  id: string;
  kind: ExceptionKind;
  detail: string | null;
  at: Date;
  resolvedAt: Date | null;
};

export const MERCHANTS_DETAIL = Prisma.sql`CASE WHEN kind = 'amount_differs' THEN detail END AS detail`;

export function findExceptionsOf(db: Db, paymentRequestId: string): Promise<ExceptionHistoryRow[]> {
  return db.$queryRaw<ExceptionHistoryRow[]>`
    SELECT id, kind, ${MERCHANTS_DETAIL}, at, resolved_at AS "resolvedAt" FROM payment_exceptions
    WHERE payment_request_id = ${paymentRequestId}::uuid ORDER BY at, id`;
}
