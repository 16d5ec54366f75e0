import { db, type Tx } from "../lib/db";
import { findAttempt } from "./attempt-store";
import { endRequest } from "./end-request";
import { lockRequestAndLink } from "./lock-request";
import { settleLocked } from "./settle-payment";
import { stopAttempt } from "./stop-attempt";
import { lockRequest, type RequestRow, readRequest, setCancelRequested } from "./store";

/**
 * Cancels a payment request. Before a bank was asked it ends here, and so it does where only a later call of ours would
 * move the money: our bar, committed with it, is the certainty. Else the wish is stored and the bank is asked to stop: the
 * request stays pending until the bank's answer is certain. What has ended stays as it is. `inSame`: what commits with
 * the wish, of a request that is still pending; what it throws undoes both.
 */
export async function cancelPayment(
  id: string,
  inSame: (tx: Tx, request: RequestRow) => Promise<void> = async () => undefined,
): Promise<void> {
  const open = await db().$transaction(async (tx) => {
    const request = await lockRequestAndLink(tx, id);
    if (request.status !== "pending") return false;
    await inSame(tx, request);
    if (!request.liveAttemptId) {
      await endRequest(tx, id, { status: "cancelled", reason: null });
      return false;
    }
    await setCancelRequested(tx, id);
    const wish = { kind: "stop", why: "cancellation" } as const;
    const decision = await settleLocked(tx, await lockRequest(tx, id), request.liveAttemptId, wish, {
      source: "cancellation",
    });
    return decision.attempt === null;
  });
  if (open) await carryOutCancellation(id);
}

/** Asks the bank to stop where a cancellation is wished and the bank has the payment. */
export async function carryOutCancellation(id: string): Promise<void> {
  const request = await readRequest(db(), id);
  if (!request.cancelRequestedAt || !request.liveAttemptId) return;
  const attempt = await findAttempt(db(), request.liveAttemptId);
  if (attempt) await stopAttempt(attempt, { test: request.test, forChange: false });
}
