import type { BankLinks, MoneyMovesOn, PsuContext } from "../../connectors/port";
import { endLease, type Lease } from "../../jobs/leased-rows";
import { type Db, notifyAfterCommit, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { rowsOf } from "../../lib/statements";
import { CHECKOUT_CHANNEL, EARLY_QUESTION_PAUSE_S, SLOW_AFTER } from "../requests/rules";
import type { AttemptChange } from "./attempt-facts";
import { hasAttemptsLeft, type Limited } from "./attempt-limit-store";
import type { AttemptState, Finality } from "./attempt-states";
import { ATTEMPT_COLUMNS, type AttemptRow } from "./attempt-store";

/** Where a change came from. `push`: fetched after a bank notification. `recon`: the receiving account's statement. */
export type TransitionSource =
  | "initiation"
  | "return"
  | "poll"
  | "cancellation"
  | "recovery"
  | "submission"
  | "push"
  | "recon";

type Bytes = Uint8Array<ArrayBuffer>;

export type NewAttempt = {
  id: string;
  paymentRequestId: string;
  bankId: string;
  bankProfileId: string;
  receivingAccountId: string;
  scheme: string;
  moneyMovesOn: MoneyMovesOn;
  finality: Finality;
  decoupled: boolean;
  endToEndId: string;
  idempotencyKey: string;
  initiationBody: Bytes;
  redirectStateHash: Bytes;
  redirectState: Bytes;
  redirectSecret: Bytes;
  psuContext: PsuContext;
  bankWindow: "top" | "tab" | null;
  dueInS: number;
};

/**
 * Commits an attempt in INITIATING with its first transition and the call that is about to be made, and makes it the
 * request's live one: one statement. Null, and nothing is written, when the request has changed since it was read, its
 * time is over, or it has had its attempts.
 */
export async function insertAttempt(
  db: Db,
  row: NewAttempt,
  {
    request,
    bankName,
    call,
  }: {
    request: Limited & { rowVersion: string };
    bankName: string;
    call: { requestHash: Bytes; deadlineS: number };
  },
): Promise<AttemptRow | null> {
  const [inserted] = await rowsOf<AttemptRow>(
    db,
    Prisma.sql`
    WITH locked AS MATERIALIZED (
      SELECT id AS request_id FROM payment_requests
      WHERE id = ${row.paymentRequestId}::uuid AND xmin::text = ${request.rowVersion} AND expires_at > app_now()
        AND ${hasAttemptsLeft(request)} FOR UPDATE
    ), request AS (
      UPDATE payment_requests SET live_attempt_id = ${row.id}::uuid, bank_id = ${row.bankId}::uuid, bank_name = ${bankName},
        updated_at = app_now() FROM locked WHERE id = request_id
    ), attempt AS (
      INSERT INTO payment_attempts (id, payment_request_id, bank_id, bank_profile_id, receiving_account_id, scheme, state,
        money_moves_on, finality, decoupled, end_to_end_id, idempotency_key, initiation_body, redirect_state_hash,
        redirect_state, redirect_secret, psu_context, bank_window, due_at)
      SELECT ${row.id}::uuid, request_id, ${row.bankId}::uuid, ${row.bankProfileId}, ${row.receivingAccountId}::uuid,
        ${row.scheme}, 'INITIATING', ${row.moneyMovesOn}, ${row.finality}, ${row.decoupled}::bool, ${row.endToEndId},
        ${row.idempotencyKey}::uuid, ${row.initiationBody}::bytea, ${row.redirectStateHash}::bytea,
        ${row.redirectState}::bytea, ${row.redirectSecret}::bytea, ${JSON.stringify(row.psuContext)}::jsonb,
        ${row.bankWindow}, app_now() + make_interval(secs => ${row.dueInS}::float8) FROM locked
      RETURNING ${ATTEMPT_COLUMNS}
    ), transition AS (
      INSERT INTO attempt_transitions (id, attempt_id, number, to_state, source)
      SELECT ${newId()}::uuid, ${row.id}::uuid, 0, 'INITIATING', 'initiation' FROM locked
    ), call AS (
      INSERT INTO bank_calls (id, attempt_id, operation, key, request_hash, deadline_at)
      SELECT ${newId()}::uuid, ${row.id}::uuid, 'initiate', ${row.idempotencyKey}, ${call.requestHash}::bytea,
        app_now() + make_interval(secs => ${call.deadlineS}::float8) FROM locked
    ) SELECT * FROM attempt`,
  );
  // The triggers' notices are read at the end of a transaction; this may run without one.
  if (inserted) notifyAfterCommit(db, CHECKOUT_CHANNEL, row.paymentRequestId);
  return inserted ?? null;
}

type Transition = {
  attemptId: string;
  number: number;
  from: AttemptState | null;
  to: AttemptState;
  rawStatus: string | null;
  source: TransitionSource;
  bankTimestamp: Date | null;
};

async function insertTransition(tx: Tx, { from, to, ...row }: Transition): Promise<void> {
  await tx.attemptTransition.create({
    data: { id: newId(), fromState: from, toState: to, ...row },
    select: { id: true },
  });
}

/** Where a change came from, and the bank's own timestamp. */
export type Provenance = { source: TransitionSource; bankTimestamp: Date | null };

const stamp = (set: boolean, column: string) =>
  Prisma.sql`${Prisma.raw(column)} = CASE WHEN ${set}::bool THEN COALESCE(${Prisma.raw(column)}, app_now()) ELSE ${Prisma.raw(column)} END`;

/** SQL: the assignments of a change. */
function changed(change: AttemptChange): Prisma.Sql {
  // Money has arrived after the end, so the end is undone: only this change closes the attempt again.
  const reopened = change.paid && !change.closed;
  return Prisma.sql`state = ${change.to}, version = version + 1,
    raw_status = COALESCE(${change.rawStatus}, raw_status), reason = COALESCE(${change.reason}, reason),
    ${stamp(change.handedOver, "handed_over_at")}, ${stamp(change.authorised, "authorised_at")},
    ${stamp(change.submitted, "submitted_at")}, ${stamp(change.submissionBlocked, "submission_blocked_at")}, ${stamp(change.paid, "paid_at")},
    ${stamp(change.final, "final_at")},
    closed_at = CASE WHEN ${change.closed}::bool THEN app_now() WHEN ${reopened}::bool THEN NULL ELSE closed_at END,
    grant_sealed = CASE WHEN ${change.closed}::bool OR (${change.final}::bool AND money_moves_on = 'our-submit') THEN NULL
      ELSE grant_sealed END`;
}

/**
 * Writes a decided change of a locked attempt. The update is conditional on the state and the version of the decision:
 * if they differ, the attempt was not locked, and the transaction is rolled back.
 */
export async function writeAttemptChange(
  tx: Tx,
  attempt: Pick<AttemptRow, "id" | "state" | "version">,
  change: AttemptChange,
  { source, bankTimestamp }: Provenance,
): Promise<void> {
  const { id, state: from, version } = attempt;
  const count = await tx.$executeRaw`
    UPDATE payment_attempts SET ${changed(change)}, polls = 0
    WHERE id = ${id}::uuid AND state = ${from} AND version = ${version}`;
  if (count !== 1) throw new Error(`Payment attempt ${id} was changed concurrently.`);
  const { to, rawStatus } = change;
  await insertTransition(tx, { attemptId: id, number: version + 1, from, to, rawStatus, source, bankTimestamp });
}

/** Data of an answer to store; absent fields keep their value. Personal data is sealed. */
export type AttemptData = {
  bankPaymentId?: string | null;
  consentId?: string | null;
  scaRedirectUrl?: string | null;
  links?: BankLinks;
  /** The bank's message to a customer who approves in its app. */
  psuMessage?: string | null;
  grantSealed?: Bytes;
  debtorSealed?: Bytes;
  submissionKey?: string;
  submissionBody?: Bytes;
};

const DATA_COLUMNS = {
  bankPaymentId: "bank_payment_id",
  consentId: "consent_id",
  scaRedirectUrl: "sca_redirect_url",
  links: "links",
  psuMessage: "psu_message",
  grantSealed: "grant_sealed",
  debtorSealed: "debtor_sealed",
  submissionKey: "submission_key",
  submissionBody: "submission_body",
} as const satisfies Record<keyof AttemptData, string>;
const DATA_CASTS: Partial<Record<keyof AttemptData, string>> = { links: "::jsonb", submissionKey: "::uuid" };

/** Replaces the grant of an attempt as it was read; not one that was erased or replaced meanwhile. */
export async function replaceGrant(db: Db, { id, grantSealed }: AttemptRow, sealed: Bytes): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_attempts SET grant_sealed = ${sealed} WHERE id = ${id}::uuid AND grant_sealed = ${grantSealed}`;
}

/** SQL: the assignments of a decision's change, of an answer's data and of the next fetch, for one statement. */
export function attemptWritten(change: AttemptChange | null, data: AttemptData, next: NextFetch | null): Prisma.Sql[] {
  const keys = (Object.keys(DATA_COLUMNS) as (keyof AttemptData)[]).filter((key) => data[key] !== undefined);
  return [
    ...keys.map((key) => {
      const value = key === "links" ? JSON.stringify(data.links) : data[key];
      return Prisma.sql`${Prisma.raw(DATA_COLUMNS[key])} = ${value}${Prisma.raw(DATA_CASTS[key] ?? "")}`;
    }),
    ...(change ? [changed(change)] : []),
    ...(next ? [scheduled(next)] : change ? [Prisma.sql`polls = 0`] : []),
  ];
}

/** SQL: the transition of a change as a part of a WITH, for the row of `locked`. */
export function transitionWritten(
  { id, state, version }: Pick<AttemptRow, "id" | "state" | "version">,
  { to, rawStatus }: AttemptChange,
  { source, bankTimestamp }: Provenance,
): Prisma.Sql {
  return Prisma.sql`transition AS (
    INSERT INTO attempt_transitions (id, attempt_id, number, from_state, to_state, raw_status, source, bank_timestamp)
    SELECT ${newId()}::uuid, ${id}::uuid, ${version + 1}::int, ${state}, ${to}, ${rawStatus}, ${source},
      ${bankTimestamp}::timestamptz FROM locked)`;
}

/** Stores it with a locked attempt. Not with an erased one, which is not erased again: a status or a credit may arrive later. */
export async function writeAttemptData(tx: Tx, id: string, data: AttemptData): Promise<void> {
  await tx.paymentAttempt.updateMany({ where: { id, erasedAt: null }, data });
}

/**
 * When the status is fetched next, and the number of fetches since the last change. `calledAtAgeS`: the attempt's age when its
 * bank was called. A hint since then, or of the last seconds, brings the fetch forward, and the attempt is not slow.
 */
export type NextFetch = { dueInS: number; polls: number; calledAtAgeS: number };

const PAUSE = Prisma.sql`make_interval(secs => ${EARLY_QUESTION_PAUSE_S})`;
function scheduled({ dueInS, polls, calledAtAgeS }: NextFetch): Prisma.Sql {
  const isHinted = Prisma.sql`hinted_at > LEAST(created_at + make_interval(secs => ${calledAtAgeS}::float8), app_now() - ${PAUSE})`;
  return Prisma.sql`polls = CASE WHEN ${isHinted} THEN LEAST(${polls}::int, ${SLOW_AFTER - 1}::int) ELSE ${polls}::int END,
    due_at = LEAST(app_now() + make_interval(secs => ${dueInS}::float8),
      CASE WHEN hinted_at > app_now() THEN hinted_at WHEN ${isHinted} THEN hinted_at + ${PAUSE} END)`;
}

/** Sets when the status is fetched next. */
export async function scheduleAttempt(db: Db, id: string, next: NextFetch): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_attempts SET ${scheduled(next)} WHERE id = ${id}::uuid`;
}

/**
 * Another attempt paid the request: this one is due now, to be stopped at its bank. One that is being started is left to
 * the process that starts it: else a worker would call the bank at the same time.
 */
export async function setStopRequested(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_attempts SET stop_requested_at = app_now(), polls = 0,
      due_at = CASE WHEN state = 'INITIATING' THEN due_at ELSE app_now() END
    WHERE id = ${id}::uuid AND stop_requested_at IS NULL`;
}

export function releaseAttempt(tx: Tx, lease: Lease): Promise<boolean> {
  return endLease(tx, "payment_attempts", lease);
}
