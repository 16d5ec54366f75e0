import { db } from "../lib/db";
import { log } from "../lib/log";
import { askBank, paymentRef } from "./ask-bank";
import { type AttemptRow, setChangeRequested } from "./attempt-store";
import { connectionOf } from "./connection";
import { settlePayment } from "./settle-payment";

/**
 * Asks the bank to cancel an attempt that awaits approval. Only its confirmation counts; where it refuses, or does not
 * answer, the attempt stays as it is and the bank is asked how it stands. `forChange`: another bank was chosen, and the
 * request goes on; committed before the call, because the poll may hear of the cancellation before we do.
 */
export async function stopAttempt(attempt: AttemptRow, options: { test: boolean; forChange: boolean }): Promise<void> {
  if (attempt.state !== "AWAITING_AUTH") return;
  const { profile, connector } = await connectionOf(attempt, options.test);
  if (!profile.cancel || !connector.cancel) return;
  if (options.forChange) await setChangeRequested(db(), attempt.id, true);
  const outcome = await connector.cancel(profile, paymentRef(attempt));
  if (outcome.ok) {
    // No status: the payment is gone at the bank.
    const isoStatus = outcome.value.status ?? "CANC";
    return settlePayment(attempt.id, { isoStatus }, { source: "cancellation", finality: profile.finality });
  }
  log().info({ attempt_id: attempt.id, kind: outcome.kind, code: outcome.code }, "bank did not confirm a cancellation");
  // Surely not cancelled: whatever ends the attempt now is not our wish.
  const isCertain = outcome.kind !== "unknown" && outcome.kind !== "protocol";
  if (options.forChange && isCertain) await setChangeRequested(db(), attempt.id, false);
  await askBank(attempt, { test: options.test, source: "cancellation" });
}
