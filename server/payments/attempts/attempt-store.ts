import type { BankLinks, MoneyMovesOn, PsuContext } from "../../connectors/port";
import { type Lease, leaseRows } from "../../jobs/leased-rows";
import { type Db, firstRow, notifyAfterCommit, Prisma, type Tx } from "../../lib/db";
import { rowsOf } from "../../lib/statements";
import { CHECKOUT_CHANNEL } from "../requests/rules";
import type { AttemptState, Finality } from "./attempt-states";
import { claimOrderSql } from "./claim-order";

export type AttemptRow = {
  id: string;
  paymentRequestId: string;
  bankId: string;
  /** Null on attempts from before the column existed. */
  bankProfileId: string | null;
  receivingAccountId: string | null;
  scheme: string;
  state: AttemptState;
  version: number;
  moneyMovesOn: MoneyMovesOn;
  finality: Finality;
  decoupled: boolean;
  endToEndId: string;
  idempotencyKey: string;
  /** Unsealed, on attempts from before the bytes were sealed. */
  requestBody: string | null;
  initiationBody: Uint8Array | null;
  redirectState: Uint8Array;
  redirectSecret: Uint8Array | null;
  psuContext: PsuContext;
  /** `top`: the bank replaced the page; `tab`: it was opened beside it. Null over REST. */
  bankWindow: "top" | "tab" | null;
  bankPaymentId: string | null;
  consentId: string | null;
  scaRedirectUrl: string | null;
  /** The bank's message to a customer who approves in its app. */
  psuMessage: string | null;
  links: BankLinks;
  grantSealed: Uint8Array | null;
  debtorSealed: Uint8Array | null;
  submissionKey: string | null;
  submissionBody: Uint8Array | null;
  rawStatus: string | null;
  reason: string | null;
  polls: number;
  /** Due because of a bank notification, and not by the polling schedule. */
  hinted: boolean;
  returnedAt: Date | null;
  /** The customer chose another bank: the end of this attempt does not end the request. */
  changeRequestedAt: Date | null;
  /** The request was paid by another attempt. */
  stopRequestedAt: Date | null;
  submittedAt: Date | null;
  submissionBlockedAt: Date | null;
  paidAt: Date | null;
  createdAt: Date;
  /** Paid, or it provably cannot pay. */
  finalAt: Date | null;
  /** Its status is no longer fetched. */
  closedAt: Date | null;
  /** Its personal data is erased, and stored no more. */
  erasedAt: Date | null;
  ageS: number;
  /** Seconds since the customer returned; null before. */
  returnedForS: number | null;
  /** Seconds since the customer was handed over to the bank; null before. */
  handedOverForS: number | null;
  submittedForS: number | null;
  paidForS: number | null;
  /** Changes with every change of the row. */
  rowVersion: string;
};

/** All of an AttemptRow. For the stores of this folder only. */
export const ATTEMPT_COLUMNS = Prisma.sql`id, payment_request_id AS "paymentRequestId", bank_id AS "bankId",
  bank_profile_id AS "bankProfileId", receiving_account_id AS "receivingAccountId", scheme, state, version,
  money_moves_on AS "moneyMovesOn", finality, decoupled, end_to_end_id AS "endToEndId",
  idempotency_key AS "idempotencyKey", request_body AS "requestBody", initiation_body AS "initiationBody",
  redirect_state AS "redirectState", redirect_secret AS "redirectSecret", psu_context AS "psuContext",
  bank_window AS "bankWindow",
  bank_payment_id AS "bankPaymentId", consent_id AS "consentId", sca_redirect_url AS "scaRedirectUrl",
  psu_message AS "psuMessage", links,
  grant_sealed AS "grantSealed", debtor_sealed AS "debtorSealed", submission_key AS "submissionKey",
  submission_body AS "submissionBody", raw_status AS "rawStatus", reason, polls,
  COALESCE(hinted_at = due_at, false) AS hinted, returned_at AS "returnedAt",
  change_requested_at AS "changeRequestedAt", stop_requested_at AS "stopRequestedAt", submitted_at AS "submittedAt",
  submission_blocked_at AS "submissionBlockedAt", paid_at AS "paidAt", created_at AS "createdAt", final_at AS "finalAt", closed_at AS "closedAt",
  erased_at AS "erasedAt",
  extract(epoch FROM app_now() - created_at)::float8 AS "ageS",
  extract(epoch FROM app_now() - returned_at)::float8 AS "returnedForS",
  extract(epoch FROM app_now() - handed_over_at)::float8 AS "handedOverForS",
  extract(epoch FROM app_now() - submitted_at)::float8 AS "submittedForS",
  extract(epoch FROM app_now() - paid_at)::float8 AS "paidForS", xmin::text AS "rowVersion"`;

function selectOne(db: Db, where: Prisma.Sql): Promise<AttemptRow | null> {
  return firstRow(rowsOf(db, Prisma.sql`SELECT ${ATTEMPT_COLUMNS} FROM payment_attempts WHERE ${where}`));
}

export function findAttempt(db: Db, id: string): Promise<AttemptRow | null> {
  return selectOne(db, Prisma.sql`id = ${id}::uuid`);
}

/** The attempt. Throws if it does not exist. */
export async function readAttempt(db: Db, id: string): Promise<AttemptRow> {
  const row = await findAttempt(db, id);
  if (!row) throw new Error(`Payment attempt ${id} is gone.`);
  return row;
}

/** The attempt of a bank's redirect. */
export function findAttemptByStateHash(db: Db, hash: Uint8Array<ArrayBuffer>): Promise<AttemptRow | null> {
  return selectOne(db, Prisma.sql`redirect_state_hash = ${hash}`);
}

/** The attempt that a request is shown with: the one that paid it, else the newest, live or not. */
export function findShownAttempt(
  db: Db,
  { id, paidAttemptId }: { id: string; paidAttemptId: string | null },
): Promise<AttemptRow | null> {
  return paidAttemptId ? findAttempt(db, paidAttemptId) : findLastAttempt(db, id);
}

/** The newest attempt of a request, live or not. */
export function findLastAttempt(db: Db, paymentRequestId: string): Promise<AttemptRow | null> {
  return selectOne(
    db,
    Prisma.sql`payment_request_id = ${paymentRequestId}::uuid ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
}

/** The attempt, locked. Lock its request first. */
export async function lockAttempt(tx: Tx, id: string): Promise<AttemptRow> {
  const row = await selectOne(tx, Prisma.sql`id = ${id}::uuid FOR UPDATE`);
  if (!row) throw new Error(`Payment attempt ${id} is gone.`);
  return row;
}

/** Records the customer's first return: from now on the status is fetched often. Null if it is recorded already. */
export async function setReturned(db: Db, id: string): Promise<AttemptRow | null> {
  const [row] = await rowsOf<AttemptRow & { linkId: string | null }>(
    db,
    Prisma.sql`
    UPDATE payment_attempts SET returned_at = app_now(), polls = 0 WHERE id = ${id}::uuid AND returned_at IS NULL
    RETURNING ${ATTEMPT_COLUMNS},
      (SELECT payment_link_id FROM payment_requests WHERE payment_requests.id = payment_request_id) AS "linkId"`,
  );
  if (!row) return null;
  const { linkId, ...attempt } = row;
  // The triggers' notices are read at the end of a transaction; this may run without one.
  for (const subject of [attempt.paymentRequestId, linkId])
    if (subject) notifyAfterCommit(db, CHECKOUT_CHANNEL, subject);
  return attempt;
}

/** Leases attempts that are due, in the order of `claimOrderSql`. */
export function claimAttempts(
  db: Db,
  { limit, perBank, leaseS }: { limit: number; perBank: number; leaseS: number },
): Promise<Lease[]> {
  const candidates = claimOrderSql({ limit, perBank });
  return leaseRows(db, { table: "payment_attempts", candidates, leaseS });
}

export type TransitionRow = {
  attemptId: string;
  scheme: string;
  fromState: string | null;
  toState: string;
  rawStatus: string | null;
  source: string;
  at: Date;
};

/** The state changes of a request's attempts, oldest first. */
export function listTransitions(db: Db, paymentRequestId: string): Promise<TransitionRow[]> {
  return db.$queryRaw<TransitionRow[]>`
    SELECT t.attempt_id AS "attemptId", a.scheme, t.from_state AS "fromState", t.to_state AS "toState",
      t.raw_status AS "rawStatus", t.source, t.at
    FROM attempt_transitions t JOIN payment_attempts a ON a.id = t.attempt_id
    WHERE a.payment_request_id = ${paymentRequestId}::uuid ORDER BY t.at, a.created_at, t.number`;
}

/** The assignments that erase personal data and grants of an attempt. */
const ERASED = Prisma.sql`debtor_sealed = NULL, submission_body = NULL, initiation_body = NULL, request_body = NULL,
  redirect_secret = NULL, psu_message = NULL, sca_redirect_url = NULL,
  psu_context = '{"ip":null,"userAgent":null,"locale":"en"}'::jsonb`;
/**
 * The assignments for an attempt that is not final, of a request that has ended: the rest is needed until then. Where the
 * customer's approval itself moves the money, the bytes are not sent again once the bank has answered.
 */
const ERASED_WHILE_OPEN = Prisma.sql`psu_context = psu_context || '{"ip":null,"userAgent":null}'::jsonb,
  initiation_body = CASE WHEN money_moves_on = 'psu-sca' AND state NOT IN ('INITIATING', 'INIT_UNKNOWN') THEN NULL
    ELSE initiation_body END`;

/** Erases personal data and grants of attempts that ended more than this many days ago. */
export async function eraseAttempts(
  db: Db,
  { olderThanD, limit }: { olderThanD: number; limit: number },
): Promise<number> {
  return db.$executeRaw`
    UPDATE payment_attempts SET erased_at = app_now(), ${ERASED}
    WHERE id IN (SELECT id FROM payment_attempts WHERE closed_at <= app_now() - make_interval(days => ${olderThanD}::int)
      AND erased_at IS NULL ORDER BY closed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Erases the same of these payments' final attempts, now: a later status of one is recorded without its payer. Of the
 * others address, browser and the account that the customer gave; the rest when they are final.
 */
export async function eraseAttemptsOf(tx: Tx, paymentRequestIds: readonly string[]): Promise<void> {
  const ofPayments = Prisma.sql`payment_request_id = ANY (${[...paymentRequestIds]}::uuid[])`;
  await tx.$executeRaw`
    UPDATE payment_attempts SET erased_at = app_now(), ${ERASED}
    WHERE ${ofPayments} AND final_at IS NOT NULL AND erased_at IS NULL`;
  await tx.$executeRaw`UPDATE payment_attempts SET ${ERASED_WHILE_OPEN} WHERE ${ofPayments} AND final_at IS NULL`;
}
