import type { BankLinks, PsuContext } from "../connectors/port";
import { claimDue, endLease, type Lease } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";
import type { AttemptState } from "./attempt-states";

export type TransitionSource = "initiation" | "return" | "poll" | "cancellation" | "recovery";

export type AttemptRow = {
  id: string;
  paymentRequestId: string;
  bankId: string;
  scheme: string;
  state: AttemptState;
  version: number;
  idempotencyKey: string;
  requestBody: string;
  redirectState: Uint8Array;
  psuContext: PsuContext;
  bankPaymentId: string | null;
  scaRedirectUrl: string | null;
  links: BankLinks;
  rawStatus: string | null;
  reason: string | null;
  polls: number;
  returnedAt: Date | null;
  /** The shopper wants another bank: the end of this attempt is no end of the request. */
  changeRequestedAt: Date | null;
  createdAt: Date;
  finalAt: Date | null;
  ageS: number;
  /** Seconds since the shopper came back; null before. */
  returnedForS: number | null;
};

const COLUMNS = Prisma.sql`id, payment_request_id AS "paymentRequestId", bank_id AS "bankId", scheme, state, version,
  idempotency_key AS "idempotencyKey", request_body AS "requestBody", redirect_state AS "redirectState",
  psu_context AS "psuContext", bank_payment_id AS "bankPaymentId", sca_redirect_url AS "scaRedirectUrl", links,
  raw_status AS "rawStatus", reason, polls, returned_at AS "returnedAt", change_requested_at AS "changeRequestedAt", created_at AS "createdAt", final_at AS "finalAt",
  extract(epoch FROM app_now() - created_at)::float8 AS "ageS",
  extract(epoch FROM app_now() - returned_at)::float8 AS "returnedForS"`;

async function selectOne(db: Db, where: Prisma.Sql): Promise<AttemptRow | null> {
  const [row] = await db.$queryRaw<AttemptRow[]>`SELECT ${COLUMNS} FROM payment_attempts WHERE ${where}`;
  return row ?? null;
}

export function findAttempt(db: Db, id: string): Promise<AttemptRow | null> {
  return selectOne(db, Prisma.sql`id = ${id}::uuid`);
}

/** The attempt that a bank's redirect leads back to. */
export function findAttemptByStateHash(db: Db, hash: Uint8Array<ArrayBuffer>): Promise<AttemptRow | null> {
  return selectOne(db, Prisma.sql`redirect_state_hash = ${hash}`);
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

export type NewAttempt = {
  id: string;
  paymentRequestId: string;
  bankId: string;
  scheme: string;
  endToEndId: string;
  idempotencyKey: string;
  requestBody: string;
  redirectStateHash: Uint8Array<ArrayBuffer>;
  redirectState: Uint8Array<ArrayBuffer>;
  psuContext: PsuContext;
  dueInS: number;
};

/** Inserts an attempt in INITIATING, with its first transition. */
export async function insertAttempt(tx: Tx, row: NewAttempt): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO payment_attempts (id, payment_request_id, bank_id, scheme, state, end_to_end_id, idempotency_key, request_body,
      redirect_state_hash, redirect_state, psu_context, due_at)
    VALUES (${row.id}::uuid, ${row.paymentRequestId}::uuid, ${row.bankId}::uuid, ${row.scheme}, 'INITIATING', ${row.endToEndId},
      ${row.idempotencyKey}::uuid, ${row.requestBody}, ${row.redirectStateHash}, ${row.redirectState},
      ${JSON.stringify(row.psuContext)}::jsonb, app_now() + make_interval(secs => ${row.dueInS}))`;
  await insertTransition(tx, {
    attemptId: row.id,
    number: 0,
    from: null,
    to: "INITIATING",
    rawStatus: null,
    source: "initiation",
  });
}

type Transition = {
  attemptId: string;
  number: number;
  from: AttemptState | null;
  to: AttemptState;
  rawStatus: string | null;
  source: TransitionSource;
};

async function insertTransition(tx: Tx, row: Transition): Promise<void> {
  await tx.attemptTransition.create({
    data: {
      id: newId(),
      attemptId: row.attemptId,
      number: row.number,
      fromState: row.from,
      toState: row.to,
      rawStatus: row.rawStatus,
      source: row.source,
    },
    select: { id: true },
  });
}

export type Move = {
  to: AttemptState;
  rawStatus: string | null;
  reason: string | null;
  source: TransitionSource;
  /** Nothing more is asked of the bank about it. */
  final: boolean;
};

/** Moves a locked attempt. The caller has asked `mayMove`. */
export async function moveAttempt(tx: Tx, attempt: AttemptRow, move: Move): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_attempts SET state = ${move.to}, version = version + 1, raw_status = ${move.rawStatus},
      reason = COALESCE(${move.reason}, reason), polls = 0,
      final_at = CASE WHEN ${move.final} THEN app_now() ELSE final_at END
    WHERE id = ${attempt.id}::uuid`;
  const { id: attemptId, version, state: from } = attempt;
  await insertTransition(tx, {
    attemptId,
    number: version + 1,
    from,
    to: move.to,
    rawStatus: move.rawStatus,
    source: move.source,
  });
}

/** What the bank gave for later calls and for the shopper. */
export async function setBankPayment(
  tx: Tx,
  id: string,
  bank: { bankPaymentId: string | null; scaRedirectUrl: string | null; links: BankLinks },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_attempts SET bank_payment_id = ${bank.bankPaymentId}, sca_redirect_url = ${bank.scaRedirectUrl},
      links = ${JSON.stringify(bank.links)}::jsonb WHERE id = ${id}::uuid`;
}

/** When the bank is asked next, and how often it has been asked since the last change. */
export async function scheduleAttempt(db: Db, id: string, next: { dueInS: number; polls: number }): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_attempts SET due_at = app_now() + make_interval(secs => ${next.dueInS}::float8), polls = ${next.polls}
    WHERE id = ${id}::uuid`;
}

/** The shopper came back, for the first time: from now on the bank is asked often. */
export async function setReturned(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_attempts SET returned_at = app_now(), polls = 0 WHERE id = ${id}::uuid AND returned_at IS NULL`;
}

/** Written before the bank is asked to cancel, so that whoever hears of the cancellation knows why; taken back when it refuses. */
export async function setChangeRequested(db: Db, id: string, requested: boolean): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_attempts SET change_requested_at = CASE WHEN ${requested} THEN app_now() END WHERE id = ${id}::uuid`;
}

const OPEN = Prisma.sql`final_at IS NULL`;

/** Takes attempts whose bank is to be asked. */
export function claimAttempts(db: Db, limit: number, leaseS: number): Promise<Lease[]> {
  return claimDue(db, { table: "payment_attempts", open: OPEN, limit, leaseS });
}

export function releaseAttempt(tx: Tx, lease: Lease): Promise<boolean> {
  return endLease(tx, "payment_attempts", lease);
}

export type TransitionRow = {
  attemptId: string;
  bankId: string;
  scheme: string;
  fromState: string | null;
  toState: string;
  rawStatus: string | null;
  source: string;
  at: Date;
};

/** Everything that happened to a request's attempts, oldest first. */
export function listTransitions(db: Db, paymentRequestId: string): Promise<TransitionRow[]> {
  return db.$queryRaw<TransitionRow[]>`
    SELECT t.attempt_id AS "attemptId", a.bank_id AS "bankId", a.scheme, t.from_state AS "fromState", t.to_state AS "toState",
      t.raw_status AS "rawStatus", t.source, t.at
    FROM attempt_transitions t JOIN payment_attempts a ON a.id = t.attempt_id
    WHERE a.payment_request_id = ${paymentRequestId}::uuid ORDER BY t.at, a.created_at, t.number`;
}
