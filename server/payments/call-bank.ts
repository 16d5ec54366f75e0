import type { Initiation, Outcome } from "../connectors/port";
import { open } from "../lib/crypto";
import { db } from "../lib/db";
import { env } from "../lib/env";
import { log } from "../lib/log";
import {
  type AttemptRow,
  lockAttempt,
  moveAttempt,
  scheduleAttempt,
  setBankPayment,
  type TransitionSource,
} from "./attempt-store";
import { type Connection, connectionOf } from "./connection";
import { endRequest } from "./end-request";
import { recordPaymentEvent } from "./payment-event";
import { nextPollInS } from "./rules";
import { clearLiveAttempt, lockRequest, setInitiated } from "./store";

const REPEAT_WITHIN_MS = 5_000;

/**
 * Sends a committed attempt to its bank and commits what came of it. Called by the initiation and, after a crash, by
 * recovery: with the same key and the same bytes.
 */
export async function callBank(
  attempt: AttemptRow,
  options: { test: boolean; source: TransitionSource },
): Promise<void> {
  const connection = await connectionOf(attempt, options.test);
  const outcome = await send(attempt, connection);
  if (outcome.ok && outcome.value.status !== "RJCT") return commitStart(attempt, outcome.value, options.source);
  const why = outcome.ok
    ? { kind: "rejected", code: "RJCT" }
    : { kind: outcome.kind, code: outcome.code, detail: outcome.detail };
  log().warn({ attempt_id: attempt.id, bank_id: attempt.bankId, ...why }, "bank did not start a payment");
  await commitNotStarted(attempt, why.code ?? why.kind, options.source);
}

/**
 * One call; a second one with the same X-Request-ID only where the bank promises the same answer to it, and only if the
 * first ended soon: a shopper waits, and recovery must not overtake. An answer that
 * stays unknown is no start either: money moves only by the shopper's approval, and nobody has the address for it.
 */
async function send(attempt: AttemptRow, { profile, connector }: Connection): Promise<Outcome<Initiation>> {
  const state = open(attempt.redirectState, attempt.id);
  const call = {
    scheme: attempt.scheme,
    body: attempt.requestBody,
    idempotencyKey: attempt.idempotencyKey,
    psu: attempt.psuContext,
    redirect: { uri: `${env().baseUrl}/return`, state, secret: state },
  };
  const startedMs = performance.now();
  const first = await connector.initiate(profile, call);
  if (first.ok || first.kind !== "unknown" || profile.idempotency !== "x-request-id") return first;
  return performance.now() - startedMs < REPEAT_WITHIN_MS ? connector.initiate(profile, call) : first;
}

async function commitStart(attempt: AttemptRow, bank: Initiation, source: TransitionSource): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockRequest(tx, attempt.paymentRequestId);
    const current = await lockAttempt(tx, attempt.id);
    // Recovery, or the call that recovery overtook, has written the outcome before.
    if (current.state !== "INITIATING") return;
    const scaRedirectUrl = bank.next.kind === "redirect" ? bank.next.url : null;
    await setBankPayment(tx, attempt.id, { bankPaymentId: bank.bankPaymentId, scaRedirectUrl, links: bank.links });
    await moveAttempt(tx, current, { to: "AWAITING_AUTH", rawStatus: bank.status, reason: null, source, final: false });
    await scheduleAttempt(tx, attempt.id, {
      dueInS: nextPollInS({ polls: 0, ageS: 0, returned: false }, Math.random()),
      polls: 0,
    });
    if (await setInitiated(tx, attempt.paymentRequestId))
      await recordPaymentEvent(tx, attempt.paymentRequestId, "payment_request.pending");
  });
}

async function commitNotStarted(attempt: AttemptRow, reason: string, source: TransitionSource): Promise<void> {
  await db().$transaction(async (tx) => {
    const request = await lockRequest(tx, attempt.paymentRequestId);
    const current = await lockAttempt(tx, attempt.id);
    if (current.state !== "INITIATING") return;
    await moveAttempt(tx, current, { to: "FAILED", rawStatus: null, reason, source, final: true });
    // A cancellation that came during the call is carried out now; else the request is as it was before.
    if (request.cancelRequestedAt) await endRequest(tx, request.id, { status: "cancelled", reason: null });
    else await clearLiveAttempt(tx, request.id);
  });
}
