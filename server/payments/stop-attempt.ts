import { log } from "../lib/log";
import { askBank, paymentRef } from "./ask-bank";
import type { AttemptRow } from "./attempt-store";
import { connectionOf } from "./connection";
import { settlePayment } from "./settle-payment";

/**
 * Asks the bank to cancel an attempt that awaits approval. Only its confirmation counts; where it refuses, or does not
 * answer, the attempt stays as it is and the bank is asked how it stands.
 */
export async function stopAttempt(
  attempt: AttemptRow,
  options: { test: boolean; keepsRequest: boolean },
): Promise<void> {
  if (attempt.state !== "AWAITING_AUTH") return;
  const { profile, connector } = await connectionOf(attempt, options.test);
  if (!profile.cancel) return;
  const outcome = await connector.cancel(profile, paymentRef(attempt));
  if (!outcome.ok) {
    log().info(
      { attempt_id: attempt.id, kind: outcome.kind, code: outcome.code },
      "bank did not confirm a cancellation",
    );
    return askBank(attempt, { test: options.test, source: "cancellation" });
  }
  // No status: the payment is gone at the bank.
  const isoStatus = outcome.value.status ?? "CANC";
  await settlePayment(
    attempt.id,
    { isoStatus },
    { source: "cancellation", finality: profile.finality, keepsRequest: options.keepsRequest },
  );
}
