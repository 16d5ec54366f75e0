import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { paymentRef } from "../attempts/attempt-secrets";
import type { AttemptRow } from "../attempts/attempt-store";
import { setChangeRequested } from "../attempts/attempt-write-store";
import { type BankCall, setCallEnd } from "../attempts/bank-call-store";
import { settlePayment } from "../settlement/settle-payment";
import { isEnd, surelyNotCancelled } from "./call-rules";
import { connectionOf } from "./connection";
import { fetchBankStatus } from "./fetch-bank-status";
import { endOf, recordCall } from "./record-call";

/**
 * Stops an attempt that awaits approval. Where only our own call moves the money, blocking the submission is certain.
 * Elsewhere the cancellation is sent to the bank, and only its confirmation counts: if the bank refuses or does not answer,
 * the attempt does not change, and its status is fetched. `forChange`: another bank was chosen, and the request stays
 * pending; committed before the call, because polling may see the cancellation first.
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
  await recordCall(call, { request: attempt.bankPaymentId ?? "", timeoutMs: profile.statusTimeoutMs });
  const outcome = await connector.cancel(profile, paymentRef(attempt));
  const end = { ...call, ...endOf(outcome) };
  if (outcome.ok) {
    // No status in the answer: the payment no longer exists at the bank.
    const isoStatus = outcome.value.status ?? "CANC";
    // Not ended, such as a cancellation that awaits approval: an end from here on is not our cancellation.
    if (options.forChange && !isEnd(isoStatus)) await setChangeRequested(db(), attempt.id, false);
    await settlePayment(attempt.id, { kind: "reported", isoStatus }, { source: "cancellation", call: end });
    return;
  }
  await setCallEnd(db(), call, end);
  log().info({ attempt_id: attempt.id, kind: outcome.kind, code: outcome.code }, "bank did not confirm a cancellation");
  // The bank refused, so an end from here on is not our cancellation.
  if (options.forChange && surelyNotCancelled(outcome.kind)) await setChangeRequested(db(), attempt.id, false);
  await fetchBankStatus(attempt, { test: options.test, source: "cancellation" });
}
