import type { Failure, PsuContext } from "../connectors/port";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { pollFactsOf } from "./attempt-facts-of";
import { paymentRef } from "./attempt-secrets";
import type { AttemptRow } from "./attempt-store";
import { scheduleAttempt, type TransitionSource } from "./attempt-write-store";
import { findCalls } from "./bank-call-store";
import { isWithoutResult } from "./call-rules";
import { connectionOf } from "./connection";
import { noteAnomaly } from "./note-anomaly";
import { nextPollInS } from "./rules";
import { settlePayment } from "./settle-payment";

/** A bank that names a longer pause, or a time by mistake, is asked again all the same. */
const MAX_RETRY_AFTER_S = 3600;
/** A bank may need a moment until it finds what it has just taken. Then a person has to look. */
const NOT_FOUND_POLLS = 3;

export type AskOptions = { test: boolean; source: TransitionSource; psu?: PsuContext };

/**
 * Asks the bank how a payment stands, and lets its answer decide. No answer changes nothing: the bank is asked again
 * later. With `psu` the shopper is there and waits. Before the call that moves the money there is no payment yet, and the
 * approval is asked about instead.
 */
export async function askBank(attempt: AttemptRow, options: AskOptions): Promise<void> {
  if (attempt.bankPaymentId === null) return askForApproval(attempt, options);
  const { profile, connector } = await connectionOf(attempt, options.test);
  const outcome = await connector.status(profile, refOf(attempt, options));
  if (!outcome.ok) return askLater(attempt, outcome, options.source);
  const { status: isoStatus, scaStatus, reason, debtor, bankTimestamp } = outcome.value;
  await settlePayment(
    attempt.id,
    { kind: "reported", isoStatus, scaStatus, reason },
    { source: options.source, debtor, bankTimestamp: dateOf(bankTimestamp) },
  );
}

/** Asks how far the shopper's approval is, where only our own later call moves the money. */
async function askForApproval(attempt: AttemptRow, options: AskOptions): Promise<void> {
  const { profile, connector } = await connectionOf(attempt, options.test);
  if (!connector.authorisation || attempt.consentId === null) return postpone(attempt, 0);
  const outcome = await connector.authorisation(profile, refOf(attempt, options));
  if (!outcome.ok) return askLater(attempt, outcome, options.source);
  const lost = (await findCalls(db(), attempt.id, "complete-return")).some(isWithoutResult);
  await settlePayment(
    attempt.id,
    { kind: "authorisation", state: outcome.value.state, lost },
    { source: options.source },
  );
}

/** The bank did not say how a payment stands: it is asked again, at the earliest when it said so. */
export async function askLater(attempt: AttemptRow, failure: Failure, source: TransitionSource): Promise<void> {
  const { kind, code, detail } = failure;
  log().warn({ attempt_id: attempt.id, kind, code, detail }, "bank did not say how a payment stands");
  if (kind === "not-found" && attempt.polls + 1 >= NOT_FOUND_POLLS) {
    await noteAnomaly(attempt, { kind: "not_found", detail: "The bank does not know the payment." }, source);
  }
  if (kind === "protocol") {
    await noteAnomaly(attempt, { kind: "protocol", detail: "The bank's answer breaks the standard." }, source);
  }
  await postpone(attempt, failure.retryAfterS ?? 0);
}

/** Plans the next question after one that brought no answer; `atLeastS` as the bank named it, within reason. */
export async function postpone(attempt: AttemptRow, atLeastS: number): Promise<void> {
  const polls = attempt.polls + 1;
  const planned = nextPollInS(pollFactsOf(attempt, polls), Math.random());
  await scheduleAttempt(db(), attempt.id, { dueInS: Math.max(planned, Math.min(atLeastS, MAX_RETRY_AFTER_S)), polls });
}

function refOf(attempt: AttemptRow, { psu }: AskOptions) {
  return { ...paymentRef(attempt), ...(psu ? { psu } : {}) };
}

function dateOf(text: string | undefined): Date | null {
  const date = text === undefined ? null : new Date(text);
  return date && !Number.isNaN(date.getTime()) ? date : null;
}
