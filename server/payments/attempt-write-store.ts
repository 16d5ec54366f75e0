import type { BankLinks, MoneyMovesOn, PsuContext } from "../connectors/port";
import { endLease, type Lease } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";
import type { AttemptChange } from "./attempt-facts";
import type { AttemptState, Finality } from "./attempt-states";
import type { AttemptRow } from "./attempt-store";
import { EARLY_QUESTION_PAUSE_S } from "./rules";

/** Where a change came from. `push`: asked because the bank gave a sign. `recon`: the receiving account's statement. */
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

/** Inserts an attempt in INITIATING, with its first transition. */
export async function insertAttempt(tx: Tx, row: NewAttempt): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO payment_attempts (id, payment_request_id, bank_id, bank_profile_id, receiving_account_id, scheme, state,
      money_moves_on, finality, decoupled, end_to_end_id, idempotency_key, initiation_body, redirect_state_hash,
      redirect_state, redirect_secret, psu_context, bank_window, due_at)
    VALUES (${row.id}::uuid, ${row.paymentRequestId}::uuid, ${row.bankId}::uuid, ${row.bankProfileId},
      ${row.receivingAccountId}::uuid, ${row.scheme}, 'INITIATING', ${row.moneyMovesOn}, ${row.finality}, ${row.decoupled},
      ${row.endToEndId}, ${row.idempotencyKey}::uuid, ${row.initiationBody}, ${row.redirectStateHash}, ${row.redirectState},
      ${row.redirectSecret}, ${JSON.stringify(row.psuContext)}::jsonb, ${row.bankWindow}, app_now() + make_interval(secs => ${row.dueInS}))`;
  await insertTransition(tx, {
    attemptId: row.id,
    number: 0,
    from: null,
    to: "INITIATING",
    rawStatus: null,
    source: "initiation",
    bankTimestamp: null,
  });
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

/** Where a change came from, and the bank's own time of it. */
export type Provenance = { source: TransitionSource; bankTimestamp: Date | null };

/**
 * Writes a decided change of a locked attempt. The state and the version that were decided upon are the condition: if
 * they do not hold, nothing was locked, and everything is taken back.
 */
export async function writeAttemptChange(
  tx: Tx,
  attempt: Pick<AttemptRow, "id" | "state" | "version">,
  change: AttemptChange,
  { source, bankTimestamp }: Provenance,
): Promise<void> {
  const { id, state: from, version } = attempt;
  const stamp = (set: boolean, column: string) =>
    Prisma.sql`${Prisma.raw(column)} = CASE WHEN ${set} THEN COALESCE(${Prisma.raw(column)}, app_now()) ELSE ${Prisma.raw(column)} END`;
  // An end that money has proven wrong is none: closed again only by this change.
  const reopened = change.paid && !change.closed;
  const count = await tx.$executeRaw`
    UPDATE payment_attempts SET state = ${change.to}, version = version + 1, polls = 0,
      raw_status = COALESCE(${change.rawStatus}, raw_status), reason = COALESCE(${change.reason}, reason),
      ${stamp(change.handedOver, "handed_over_at")}, ${stamp(change.authorised, "authorised_at")},
      ${stamp(change.submitted, "submitted_at")}, ${stamp(change.barred, "barred_at")}, ${stamp(change.paid, "paid_at")},
      ${stamp(change.final, "final_at")},
      closed_at = CASE WHEN ${change.closed} THEN app_now() WHEN ${reopened} THEN NULL ELSE closed_at END,
      grant_sealed = CASE WHEN ${change.closed} OR (${change.final} AND money_moves_on = 'our-submit') THEN NULL
        ELSE grant_sealed END
    WHERE id = ${id}::uuid AND state = ${from} AND version = ${version}`;
  if (count !== 1) throw new Error(`Payment attempt ${id} changed while it was decided about.`);
  const { to, rawStatus } = change;
  await insertTransition(tx, { attemptId: id, number: version + 1, from, to, rawStatus, source, bankTimestamp });
}

/** What came with an answer and is kept; what is absent stays as it was. Everything of the shopper's is sealed. */
export type AttemptData = {
  bankPaymentId?: string | null;
  consentId?: string | null;
  scaRedirectUrl?: string | null;
  links?: BankLinks;
  /** What the bank says to a shopper who approves in its own app. */
  psuMessage?: string | null;
  grantSealed?: Bytes;
  debtorSealed?: Bytes;
  submissionKey?: string;
  submissionBody?: Bytes;
};

export async function writeAttemptData(tx: Tx, id: string, data: AttemptData): Promise<void> {
  const { count } = await tx.paymentAttempt.updateMany({ where: { id }, data });
  if (count !== 1) throw new Error(`Payment attempt ${id} is gone.`);
}

// A hint that came while its bank was being asked is not lost: what the bank said may be older than the hint.
const HINTED_DUE = Prisma.sql`CASE WHEN hinted_at > app_now() THEN hinted_at
  WHEN hinted_at > app_now() - make_interval(secs => ${EARLY_QUESTION_PAUSE_S})
  THEN hinted_at + make_interval(secs => ${EARLY_QUESTION_PAUSE_S}) END`;

/** When the bank is asked next, and how often it has been asked since the last change; sooner where it hinted at news. */
export async function scheduleAttempt(db: Db, id: string, next: { dueInS: number; polls: number }): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_attempts SET due_at = LEAST(app_now() + make_interval(secs => ${next.dueInS}::float8), ${HINTED_DUE}),
      polls = ${next.polls}
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

/** The request was paid by another attempt: this one is due now, to be stopped at its bank. */
export async function setStopRequested(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_attempts SET stop_requested_at = app_now(), due_at = app_now(), polls = 0
    WHERE id = ${id}::uuid AND stop_requested_at IS NULL`;
}

export function releaseAttempt(tx: Tx, lease: Lease): Promise<boolean> {
  return endLease(tx, "payment_attempts", lease);
}
