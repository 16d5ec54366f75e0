import { db } from "../lib/db";
import { log } from "../lib/log";
import { askBank } from "./ask-bank";
import { paymentRef } from "./attempt-secrets";
import type { AttemptRow } from "./attempt-store";
import { setChangeRequested } from "./attempt-write-store";
import { type BankCall, setCallEnd } from "./bank-call-store";
import { surelyNotCancelled } from "./call-rules";
import { connectionOf } from "./connection";
import { endOf, noteCall } from "./note-call";
import { settlePayment } from "./settle-payment";

/**
 * Stops an attempt that awaits approval. Where only our own call moves the money, our bar is the certainty; elsewhere the
 * bank is asked to cancel, and only its confirmation counts: where it refuses, or does not answer, the attempt stays as
 * it is and the bank is asked how it stands. `forChange`: another bank was chosen, and the request goes on; committed
 * before the call, because the poll may hear of the cancellation before we do.
 */
export async function stopAttempt(attempt: AttemptRow, options: { test: boolean; forChange: boolean }): Promise<void> {
  if (attempt.moneyMovesOn === "our-submit") {
    const why = options.forChange ? "change" : "cancellation";
    await settlePayment(attempt.id, { kind: "stop", why }, { source: "cancellation" });
    return;
  }
  if (attempt.state !== "AWAITING_AUTH") return;
  const { profile, connector } = await connectionOf(attempt, options.test);
  if (!profile.cancel || !connector.cancel) return;
  if (options.forChange) await setChangeRequested(db(), attempt.id, true);
  const call: BankCall = { attemptId: attempt.id, operation: "cancel", key: attempt.idempotencyKey };
  await noteCall(call, { request: attempt.bankPaymentId ?? "", timeoutMs: profile.statusTimeoutMs });
  const outcome = await connector.cancel(profile, paymentRef(attempt));
  const end = { ...call, ...endOf(outcome) };
  if (outcome.ok) {
    // No status: the payment is gone at the bank.
    const isoStatus = outcome.value.status ?? "CANC";
    await settlePayment(attempt.id, { kind: "reported", isoStatus }, { source: "cancellation", call: end });
    return;
  }
  await setCallEnd(db(), call, end);
  log().info({ attempt_id: attempt.id, kind: outcome.kind, code: outcome.code }, "bank did not confirm a cancellation");
  // Whatever ends the attempt now is not our wish.
  if (options.forChange && surelyNotCancelled(outcome.kind)) await setChangeRequested(db(), attempt.id, false);
  await askBank(attempt, { test: options.test, source: "cancellation" });
}
