import { setTimeout as sleep } from "node:timers/promises";
import type { Initiation, InitiationCall, Outcome } from "../../connectors/port";
import type { BankProfile } from "../../connectors/profile-schema";
import { env } from "../../lib/config/env";
import { log } from "../../lib/log";
import { initiationBodyOf, redirectOf } from "../attempts/attempt-secrets";
import type { AttemptRow } from "../attempts/attempt-store";
import type { AttemptData, TransitionSource } from "../attempts/attempt-write-store";
import { REPEAT_PAUSE_MS } from "../requests/rules";
import { type SettleOptions, settlePayment } from "../settlement/settle-payment";
import { isResultOfFirst, isRiskyToSendAgain, mayRepeatInitiation, notStarted } from "./call-rules";
import { type Connection, connectionOf } from "./connection";
import { postpone } from "./fetch-bank-status";
import { endOf, recordCall } from "./record-call";

const REPEAT_WITHIN_MS = 5_000;
/** An initiation may have two steps: the order and its authorisation. */
const STEPS = 2;

type CallOptions = { test: boolean; source: TransitionSource };
/** `tries`: how often this order has been sent, earlier workers and crashes included. */
type Sent = { outcome: Outcome<Initiation>; tries: number };

/**
 * Sends a committed attempt to its bank and commits the result. Called by the initiation and, after a crash or a lost
 * answer, by recovery: with the same key and the same bytes.
 */
export async function callBank(attempt: AttemptRow, options: CallOptions): Promise<void> {
  const connection = await connectionOf(attempt, options.test);
  if (attempt.state === "INIT_UNKNOWN") return repeatUnknown(attempt, connection, options);
  const { decoupled, ageS } = attempt;
  const { idempotency } = connection.profile;
  if (options.source === "recovery" && isRiskyToSendAgain({ decoupled, idempotency, ageS })) {
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
async function sendWithOneRetry(attempt: AttemptRow, connection: Connection): Promise<Sent> {
  const { idempotency } = connection.profile;
  const startedMs = performance.now();
  const first = await send(attempt, connection);
  if (first.outcome.ok || first.outcome.kind !== "unknown" || idempotency === "none") return first;
  if (performance.now() - startedMs >= REPEAT_WITHIN_MS) return first;
  if (idempotency === "x-idempotency-key") await sleep(REPEAT_PAUSE_MS);
  return send(attempt, connection);
}

async function send(attempt: AttemptRow, { profile, connector }: Connection): Promise<Sent> {
  const call = initiationCall(attempt, profile);
  const noted = { attemptId: attempt.id, operation: "initiate", key: attempt.idempotencyKey } as const;
  const tries = await recordCall(noted, { request: call.body, timeoutMs: profile.initiateTimeoutMs * STEPS });
  return { outcome: await connector.initiate(profile, call), tries };
}

function initiationCall(attempt: AttemptRow, profile: BankProfile): InitiationCall {
  return {
    scheme: attempt.scheme,
    body: initiationBodyOf(attempt),
    idempotencyKey: attempt.idempotencyKey,
    psu: attempt.psuContext,
    redirect: redirectOf(attempt),
    ...(profile.push ? { notificationUri: `${env().baseUrl}/bank-notifications/${attempt.id}` } : {}),
  };
}

async function commitOutcome(attempt: AttemptRow, { outcome, tries }: Sent, source: TransitionSource): Promise<void> {
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
    await settlePayment(attempt.id, notStarted(outcome, tries), { source, call });
    return;
  }
  const { status: isoStatus, next } = outcome.value;
  // No approval is needed: the status can be fetched at once.
  const dueInS: Pick<SettleOptions, "dueInS"> = next.kind === "none" ? { dueInS: 0 } : {};
  const input = { kind: "start_accepted", isoStatus } as const;
  await settlePayment(attempt.id, input, { source, call, data: dataOf(outcome.value), ...dueInS });
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
