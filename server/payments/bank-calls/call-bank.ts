import { setTimeout as sleep } from "node:timers/promises";
import type { Initiation, InitiationCall, Outcome } from "../../connectors/port";
import type { BankProfile } from "../../connectors/profile-schema";
import { env } from "../../lib/config/env";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { withoutSlot } from "../../lib/request-slot";
import type { AttemptInput } from "../attempts/attempt-facts";
import { initiationBodyOf, notificationKeyOf, redirectOf } from "../attempts/attempt-secrets";
import type { AttemptRow } from "../attempts/attempt-store";
import type { AttemptData, TransitionSource } from "../attempts/attempt-write-store";
import { findCalls } from "../attempts/bank-call-store";
import { isUnderWay } from "../attempts/call-result";
import { REPEAT_PAUSE_MS } from "../requests/rules";
import type { RequestRow } from "../requests/store";
import { type Seen, type SettleOptions, settleAtOnce } from "../settlement/settle-at-once";
import { settlePayment } from "../settlement/settle-payment";
import { isResultOfFirst, isRiskyToSendAgain, mayRepeatInitiation, notStarted } from "./call-rules";
import { type Connection, connectionOf } from "./connection";
import { postpone } from "./fetch-bank-status";
import { endOf, INITIATION_STEPS, recordCall } from "./record-call";

const REPEAT_WITHIN_MS = 5_000;

type CallOptions = { test: boolean; source: TransitionSource; request: RequestRow };
/** `tries`: how often this order has been sent, earlier workers and crashes included. */
type Sent = { outcome: Outcome<Initiation>; tries: number };
/** `committedTries`: the same number, if the next call is among them; absent: the call is committed before it is made. */
type Committed = { committedTries?: number };

/** What a customer is answered: the state of the attempt and the bank's page. */
export type Answered = Pick<AttemptRow, "state" | "handedOverForS" | "scaRedirectUrl">;

/**
 * Sends an attempt that was just committed, with its call, to its bank and commits the result. Null: another change was
 * committed meanwhile, and the rows have to be read again.
 */
export async function callBankFirst(seen: Seen, connection: Connection): Promise<Answered | null> {
  const { attempt } = seen;
  const sent = await sendWithOneRetry(attempt, connection, { committedTries: 1 });
  const { input, options } = resultOf(attempt, sent, "initiation");
  const decision = await settleAtOnce(seen, input, options);
  if (!decision) {
    await settlePayment(attempt.id, input, options);
    return null;
  }
  const { attempt: change, keep } = decision;
  return {
    state: change?.to ?? attempt.state,
    handedOverForS: change?.handedOver ? 0 : attempt.handedOverForS,
    scaRedirectUrl: (keep ? options.data?.scaRedirectUrl : null) ?? null,
  };
}

/**
 * The same after a crash or a lost answer: with the same key and the same bytes. Not while a call is in flight, which long
 * timeouts of a connection allow: a bank that recognises a key only once its first call has ended would ask the customer
 * twice.
 */
export async function callBank(attempt: AttemptRow, options: CallOptions): Promise<void> {
  const last = (await findCalls(db(), attempt.id, "initiate")).at(-1);
  if (last && isUnderWay(last)) return postpone(attempt, 0);
  const connection = await connectionOf(attempt, options.test, options.request);
  if (attempt.state === "INIT_UNKNOWN") return repeatUnknown(attempt, connection, options);
  const { decoupled, ageS } = attempt;
  const { idempotency } = connection.profile;
  if (isRiskyToSendAgain({ decoupled, idempotency, ageS })) {
    await settlePayment(attempt.id, { kind: "start_unknown", code: "unknown" }, { source: options.source });
    return;
  }
  await commitOutcome(attempt, await sendWithOneRetry(attempt, connection), options.source);
}

/** The bank may be asking the customer: repeating the order shows it, as long as the bank recognises the key. */
async function repeatUnknown(attempt: AttemptRow, connection: Connection, { source }: CallOptions): Promise<void> {
  const { idempotency } = connection.profile;
  if (!mayRepeatInitiation({ idempotency, ageS: attempt.ageS })) return postpone(attempt, 0);
  const { outcome, tries } = await send(attempt, connection);
  if (isResultOfFirst(outcome)) return commitOutcome(attempt, { outcome, tries }, source);
  await postpone(attempt, outcome.ok ? 0 : (outcome.retryAfterS ?? 0));
}

/**
 * One call, and a second one with the same key only if the bank is idempotent and the first ended within
 * REPEAT_WITHIN_MS: the customer waits, and recovery must not start a third.
 */
async function sendWithOneRetry(attempt: AttemptRow, connection: Connection, first: Committed = {}): Promise<Sent> {
  const { idempotency } = connection.profile;
  const startedMs = performance.now();
  const sent = await send(attempt, connection, first);
  if (sent.outcome.ok || sent.outcome.kind !== "unknown" || idempotency === "none") return sent;
  if (performance.now() - startedMs >= REPEAT_WITHIN_MS) return sent;
  if (idempotency === "x-idempotency-key") await withoutSlot(() => sleep(REPEAT_PAUSE_MS));
  return send(attempt, connection);
}

async function send(attempt: AttemptRow, connection: Connection, { committedTries }: Committed = {}): Promise<Sent> {
  const { profile, connector } = connection;
  const call = initiationCall(attempt, profile);
  const tries = committedTries ?? (await record(attempt, connection));
  return { outcome: await connector.initiate(profile, call), tries };
}

/** Commits the call before it is made. */
function record(attempt: AttemptRow, { profile }: Connection): Promise<number> {
  const noted = { attemptId: attempt.id, operation: "initiate", key: attempt.idempotencyKey } as const;
  const timeoutMs = profile.initiateTimeoutMs * INITIATION_STEPS;
  return recordCall(noted, { request: initiationBodyOf(attempt), timeoutMs });
}

function initiationCall(attempt: AttemptRow, profile: BankProfile): InitiationCall {
  return {
    scheme: attempt.scheme,
    body: initiationBodyOf(attempt),
    idempotencyKey: attempt.idempotencyKey,
    psu: attempt.psuContext,
    redirect: redirectOf(attempt),
    ...(profile.push ? { notificationUri: notificationUriOf(attempt) } : {}),
  };
}

function notificationUriOf({ id }: AttemptRow): string {
  return `${env().baseUrl}/bank-notifications/${notificationKeyOf(id)}`;
}

async function commitOutcome(attempt: AttemptRow, sent: Sent, source: TransitionSource): Promise<void> {
  const { input, options } = resultOf(attempt, sent, source);
  await settlePayment(attempt.id, input, options);
}

/** What a call's outcome means for the attempt, and what is stored with it. */
function resultOf(
  attempt: AttemptRow,
  { outcome, tries }: Sent,
  source: TransitionSource,
): { input: AttemptInput; options: SettleOptions } {
  const call = {
    attemptId: attempt.id,
    operation: "initiate",
    key: attempt.idempotencyKey,
    ...endOf(outcome),
  } as const;
  if (!outcome.ok) {
    const { kind, code, detail } = outcome;
    log().warn(
      { attempt_id: attempt.id, bank_id: attempt.bankId, kind, code, detail },
      "bank did not start the payment",
    );
    return { input: notStarted(outcome, tries), options: { source, call } };
  }
  const { status: isoStatus, next } = outcome.value;
  // No approval is needed: the status can be fetched at once.
  const dueInS: Pick<SettleOptions, "dueInS"> = next.kind === "none" ? { dueInS: 0 } : {};
  const input = { kind: "start_accepted", isoStatus } as const;
  return { input, options: { source, call, data: dataOf(outcome.value), ...dueInS } };
}

/** What the bank returned for later calls and for the customer. */
function dataOf({ bankPaymentId, consentId, links, next }: Initiation): AttemptData {
  return {
    bankPaymentId,
    consentId,
    links,
    scaRedirectUrl: next.kind === "redirect" ? next.url : null,
    psuMessage: next.kind === "decoupled" ? (next.message ?? null) : null,
  };
}
