import type { PaymentRef, PsuContext } from "../connectors/port";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { type AttemptRow, scheduleAttempt, type TransitionSource } from "./attempt-store";
import { connectionOf } from "./connection";
import { nextPollInS } from "./rules";
import { settlePayment } from "./settle-payment";

/** A bank that names a longer pause, or a time by mistake, is asked again all the same. */
const MAX_RETRY_AFTER_S = 3600;

/**
 * Asks the bank how a payment stands, and lets its answer decide. No answer changes nothing: the bank is asked again
 * later. With `psu` the shopper is there and waits.
 */
export async function askBank(
  attempt: AttemptRow,
  options: { test: boolean; source: TransitionSource; psu?: PsuContext },
): Promise<void> {
  const { profile, connector } = await connectionOf(attempt, options.test);
  const ref = paymentRef(attempt);
  const outcome = await connector.status(profile, { ...ref, ...(options.psu ? { psu: options.psu } : {}) });
  if (outcome.ok) {
    const { status: isoStatus, scaStatus, reason } = outcome.value;
    return settlePayment(
      attempt.id,
      { isoStatus, scaStatus, reason },
      { source: options.source, finality: profile.finality },
    );
  }
  log().warn(
    { attempt_id: attempt.id, kind: outcome.kind, code: outcome.code, detail: outcome.detail },
    "bank did not say how a payment stands",
  );
  const polls = attempt.polls + 1;
  const planned = nextPollInS({ polls, ageS: attempt.ageS, returned: attempt.returnedAt !== null }, Math.random());
  await scheduleAttempt(db(), attempt.id, {
    dueInS: Math.max(planned, Math.min(outcome.retryAfterS ?? 0, MAX_RETRY_AFTER_S)),
    polls,
  });
}

/** How the bank knows the payment. */
export function paymentRef(attempt: AttemptRow): PaymentRef {
  if (!attempt.bankPaymentId) throw new Error(`Payment attempt ${attempt.id} has no payment at the bank.`);
  return { scheme: attempt.scheme, bankPaymentId: attempt.bankPaymentId, consentId: null, links: attempt.links };
}
