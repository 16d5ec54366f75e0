import type { Debtor } from "../../connectors/port";
import { wake } from "../../jobs/leased-rows";
import { seal } from "../../lib/crypto";
import { db, type Tx } from "../../lib/db";
import type { AttemptInput, Decision } from "../attempts/attempt-facts";
import { factsOf } from "../attempts/attempt-facts-of";
import { debtorOf } from "../attempts/attempt-secrets";
import { type AttemptRow, lockAttempt, readAttempt } from "../attempts/attempt-store";
import { scheduleAttempt, type TransitionSource } from "../attempts/attempt-write-store";
import { findCalls, setCallEnd } from "../attempts/bank-call-store";
import { hadNoEffect } from "../attempts/call-result";
import { findPendingRequestsOfLink } from "../links/link-request-store";
import { rememberAccount } from "../remembered-accounts/remember-account";
import { endRequest } from "../requests/end-request";
import { lockRequestAndLink } from "../requests/lock-request";
import { lockRequest, type RequestRow, setCancelRequested } from "../requests/store";
import { decide } from "./decide";
import { nextFetch, type Seen, type SettleOptions, settleAtOnce } from "./settle-at-once";
import { writeDecision } from "./write-decision";

export type { SettleOptions };

/**
 * The only way to change a payment: a bank's answer, the customer's approval, a stop, the clock, a credit. Events come in
 * any order and concurrently; under the locks of link, request and attempt each is decided (`decide.ts`) and written, in
 * one transaction. Returns the decision. `seen`: the rows as the caller has read them; if they have not changed, one statement
 * writes what was decided from them.
 */
export async function settlePayment(
  attemptId: string,
  input: AttemptInput,
  options: SettleOptions,
  seen?: Seen,
): Promise<Decision> {
  const settled = seen && (await settleAtOnce(seen, input, options));
  return settled ?? db().$transaction((tx) => settleIn(tx, attemptId, input, options));
}

async function settleIn(tx: Tx, attemptId: string, input: AttemptInput, options: SettleOptions): Promise<Decision> {
  const seen = await readAttempt(tx, attemptId);
  const request = await lockRequestAndLink(tx, seen.paymentRequestId);
  return settleLocked(tx, request, attemptId, input, options);
}

/** The same in an open transaction that has locked the request, and its link before it. */
export async function settleLocked(
  tx: Tx,
  request: RequestRow,
  attemptId: string,
  input: AttemptInput,
  options: SettleOptions,
): Promise<Decision> {
  const attempt = await lockAttempt(tx, attemptId);
  const { liveAttemptId } = request;
  const concurrent = liveAttemptId && liveAttemptId !== attemptId ? await lockAttempt(tx, liveAttemptId) : null;
  const { source, debtor, call, bankTimestamp = null } = options;
  if (call) await setCallEnd(tx, call, call);
  const decision = decide(factsOf(request, attempt, concurrent), await withCalls(tx, attempt, input));
  const data = { ...options.data, ...(debtor ? { debtorSealed: seal(JSON.stringify(debtor), attemptId) } : {}) };
  await writeDecision(tx, { request, attempt, concurrent }, decision, { source, data, bankTimestamp });
  const next = nextFetch(attempt, input, decision, options);
  if (next) await scheduleAttempt(tx, attempt.id, next);
  if (attempt.paidAt || decision.attempt?.paid) await rememberDebtor(tx, request, attempt, debtor);
  if (decision.concurrent === "block" && concurrent) await stopConcurrent(tx, request.id, concurrent.id, source);
  const { request: change } = decision;
  const isCompletion = change?.kind === "end" && change.status === "completed";
  if (isCompletion && request.paymentLinkId) await endRequestsOfLink(tx, request.paymentLinkId, "link_paid", source);
  return decision;
}

/** SUBMITTING: no earlier try may have been carried out, else it is SUBMIT_UNKNOWN; so the last one decides. */
async function withCalls(tx: Tx, attempt: AttemptRow, input: AttemptInput): Promise<AttemptInput> {
  if (input.kind !== "stop" || attempt.state !== "SUBMITTING") return input;
  const last = (await findCalls(tx, attempt.id, "submit")).at(-1);
  return { ...input, unsent: last === undefined || hadNoEffect(last) };
}

/** Banks name the debtor before a payment is completed, with it, or after. */
async function rememberDebtor(
  tx: Tx,
  request: RequestRow,
  attempt: AttemptRow,
  named: Debtor | undefined,
): Promise<void> {
  const debtor = named ?? debtorOf(attempt);
  if (debtor?.iban !== undefined) await rememberAccount(tx, request, attempt, debtor.iban);
}

/** Another attempt has completed the request in this transaction: blocking this one needs no call to its bank. */
async function stopConcurrent(tx: Tx, requestId: string, attemptId: string, source: TransitionSource): Promise<void> {
  await settleLocked(tx, await lockRequest(tx, requestId), attemptId, { kind: "stop", why: "change" }, { source });
}

type LinkEnd = "link_paid" | "link_cancelled";

/**
 * The link is paid or cancelled: its live attempts are stopped, by blocking the submission at once, or by their banks
 * (contract §6), and its other requests end. The caller holds the lock of the link, without which no request becomes live.
 */
export async function endRequestsOfLink(tx: Tx, linkId: string, why: LinkEnd, source: TransitionSource): Promise<void> {
  // Before the others: a live attempt that its bank did not start releases its request without the lock of the link.
  await stopLiveRequests(tx, linkId, why, source);
  for (const id of await findPendingRequestsOfLink(tx, linkId, "idle")) {
    const request = await lockRequest(tx, id);
    // One that has expired is reported as expired.
    if (request.status === "pending") await endRequest(tx, id, { status: "cancelled", reason: why });
  }
}

async function stopLiveRequests(tx: Tx, linkId: string, why: LinkEnd, source: TransitionSource): Promise<void> {
  for (const id of await findPendingRequestsOfLink(tx, linkId, "live")) {
    await setCancelRequested(tx, id);
    const request = await lockRequest(tx, id);
    if (request.status !== "pending" || !request.liveAttemptId) continue;
    const { state } = await readAttempt(tx, request.liveAttemptId);
    // One that is being started is left to the process that starts it: else a worker would call the bank at the same time.
    const soon = state === "AWAITING_AUTH" ? { dueInS: 0 } : {};
    await settleLocked(tx, request, request.liveAttemptId, { kind: "stop", why }, { source, ...soon });
    wake(tx, "payment_attempts");
  }
}
