import { type Db, firstRow, Prisma } from "../../lib/db";
import type { AttemptState } from "../attempts/attempt-states";

/** An attempt that a bank transaction may belong to. Amounts in minor units. */
export type CreditCandidate = {
  attemptId: string;
  paymentRequestId: string;
  endToEndId: string;
  paymentReference: string;
  receivingAccountId: string | null;
  amountMinor: bigint;
  currency: string;
  reversedMinor: bigint;
  state: AttemptState;
  /** This attempt completed its request: only its money can be returned. */
  completed: boolean;
};

const SELECT = Prisma.sql`
  SELECT a.id AS "attemptId", a.payment_request_id AS "paymentRequestId", a.end_to_end_id AS "endToEndId",
    r.payment_reference AS "paymentReference", a.receiving_account_id AS "receivingAccountId", r.amount AS "amountMinor",
    r.currency, COALESCE(r.reversed_amount, 0) AS "reversedMinor", a.state,
    r.status = 'completed' AND r.paid_attempt_id = a.id AS completed
  FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id`;

/** The attempt with this end-to-end id; null for a reference that is not ours. */
export function attemptOfEndToEndId(db: Db, endToEndId: string): Promise<CreditCandidate | null> {
  return firstRow(db.$queryRaw<CreditCandidate[]>`${SELECT} WHERE a.end_to_end_id = ${endToEndId}`);
}

/** All attempts of a request, oldest first. */
export function attemptsOfRequest(db: Db, requestId: string): Promise<CreditCandidate[]> {
  return db.$queryRaw<CreditCandidate[]>`${SELECT} WHERE r.id = ${requestId}::uuid ORDER BY a.created_at, a.id`;
}

type Window = {
  accountId: string;
  amountMinor: bigint;
  currency: string;
  from: Date;
  to: Date;
  /** Without the attempts that already have their credit. */
  uncredited: boolean;
  limit: number;
};

/** Attempts to pay exactly this amount to the account, started within the window and not ended unpaid, newest first. */
export function attemptsOfAmount(db: Db, window: Window): Promise<CreditCandidate[]> {
  return db.$queryRaw<CreditCandidate[]>(byAmountSql(window));
}

export function byAmountSql(window: Window): Prisma.Sql {
  const uncredited = Prisma.sql`NOT EXISTS (SELECT 1 FROM statement_entries e
    WHERE e.attempt_id = a.id AND e.state = 'matched' AND e.direction = 'credit')`;
  return Prisma.sql`${SELECT}
    WHERE a.receiving_account_id = ${window.accountId}::uuid AND r.amount = ${window.amountMinor}
      AND r.currency = ${window.currency} AND a.created_at BETWEEN ${window.from} AND ${window.to}
      AND a.state NOT IN ('FAILED', 'CANCELLED') AND ${window.uncredited ? uncredited : Prisma.sql`TRUE`}
    ORDER BY a.created_at DESC LIMIT ${window.limit}`;
}
