import type { Failure, PsuContext } from "../../connectors/port";
import type { Lease } from "../../jobs/leased-rows";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { pollFactsOf } from "../attempts/attempt-facts-of";
import { paymentRef } from "../attempts/attempt-secrets";
import { type AttemptRow, lockAttempt } from "../attempts/attempt-store";
import { scheduleAttempt, type TransitionSource } from "../attempts/attempt-write-store";
import { findCalls } from "../attempts/bank-call-store";
import { isWithoutResult } from "../attempts/call-result";
import { recordException } from "../exceptions/record-exception";
import { nextPollInS } from "../requests/rules";
import type { RequestRow } from "../requests/store";
import { settlePayment } from "../settlement/settle-payment";
import { connectionOf } from "./connection";
import { callWithGrant } from "./refresh-grant";

/** Upper limit for a bank's Retry-After. */
const MAX_RETRY_AFTER_S = 3600;
/** A bank may need a moment until it finds a new payment. After so many fetches an exception is recorded. */
const NOT_FOUND_POLLS = 3;

/**
 * `request`: as read with the attempt, to settle without locks if neither has changed. `lease`: the caller's, of the
 * attempt, so that no other process refreshes its grant.
 */
type FetchStatusOptions = {
  test: boolean;
  source: TransitionSource;
  psu?: PsuContext;
  request?: RequestRow;
  lease?: Lease;
};

/**
 * Fetches the status of a payment from its bank and decides about it. Without an answer nothing changes, and the status
 * is fetched again later. `psu`: the customer is present and waits. Before the call that moves the money there is no
 * payment yet: the approval's status is fetched instead.
 */
export async function fetchBankStatus(attempt: AttemptRow, options: FetchStatusOptions): Promise<void> {
  if (attempt.bankPaymentId === null) return fetchAuthorisation(attempt, options);
  const connection = await connectionOf(attempt, options.test, options.request);
  const { profile, connector, request } = connection;
  // An initiated payment keeps its amount.
  const money = { amountMinor: request.amount, currency: request.currency };
  const outcome = await callWithGrant(attempt, connection, options.lease, (ref) =>
    connector.status(profile, { ...ref, ...psuOf(options), money }),
  );
  if (!outcome.ok) return retryLater(attempt, outcome, options.source);
  const { status: isoStatus, scaStatus, reason, debtor, bankTimestamp } = outcome.value;
  await settlePayment(
    attempt.id,
    { kind: "reported", isoStatus, scaStatus, reason },
    { source: options.source, debtor, bankTimestamp: dateOf(bankTimestamp), calledAtAgeS: attempt.ageS },
    options.request && { request: options.request, attempt },
  );
}

/** Fetches the status of the customer's approval, where only our own later call moves the money. */
async function fetchAuthorisation(attempt: AttemptRow, options: FetchStatusOptions): Promise<void> {
  const { profile, connector } = await connectionOf(attempt, options.test, options.request);
  if (!connector.authorisation || attempt.consentId === null) return postpone(attempt, 0);
  const outcome = await connector.authorisation(profile, { ...paymentRef(attempt), ...psuOf(options) });
  if (!outcome.ok) return retryLater(attempt, outcome, options.source);
  const lost = (await findCalls(db(), attempt.id, "complete-return")).some(isWithoutResult);
  await settlePayment(
    attempt.id,
    { kind: "authorisation", state: outcome.value.state, lost },
    { source: options.source, calledAtAgeS: attempt.ageS },
  );
}

/** The bank did not answer: plans the next fetch, not before the bank's Retry-After. */
export async function retryLater(attempt: AttemptRow, failure: Failure, source: TransitionSource): Promise<void> {
  const { kind, code, detail } = failure;
  log().warn({ attempt_id: attempt.id, kind, code, detail }, "bank did not answer a status fetch");
  if (kind === "not-found" && attempt.polls + 1 >= NOT_FOUND_POLLS) {
    await recordException(attempt, { kind: "not_found", detail: "The bank has no such payment." }, source);
  }
  if (kind === "protocol") {
    await recordException(attempt, { kind: "protocol", detail }, source);
  }
  await postpone(attempt, failure.retryAfterS ?? 0);
}

/**
 * Plans the next fetch after one without an answer; `atLeastS`: the bank's Retry-After. `called`: the attempt as it was read
 * before the call. The plan is made from the row as it is now: the customer may have returned meanwhile.
 */
export async function postpone(called: AttemptRow, atLeastS: number): Promise<void> {
  await db().$transaction(async (tx) => {
    const attempt = await lockAttempt(tx, called.id);
    const polls = attempt.polls + 1;
    const planned = nextPollInS(pollFactsOf(attempt, polls), Math.random());
    const dueInS = Math.max(planned, Math.min(atLeastS, MAX_RETRY_AFTER_S));
    await scheduleAttempt(tx, attempt.id, { dueInS, polls, calledAtAgeS: called.ageS });
  });
}

function psuOf({ psu }: FetchStatusOptions) {
  return psu ? { psu } : {};
}

function dateOf(text: string | undefined): Date | null {
  const date = text === undefined ? null : new Date(text);
  return date && !Number.isNaN(date.getTime()) ? date : null;
}
