import { db, type Tx } from "../../lib/db";
import { findAttempt } from "../attempts/attempt-store";
import { endRequest } from "../requests/end-request";
import { lockRequestAndLink } from "../requests/lock-request";
import { lockRequest, type RequestRow, readRequest, setCancelRequested } from "../requests/store";
import { settleLocked } from "../settlement/settle-payment";
import { stopAttempt } from "./stop-attempt";

/**
 * Cancels a payment request. It ends at once if it was not initiated, or if its submission can be blocked in the same
 * transaction. Else the cancellation is stored and sent to the bank, and the request stays pending until the bank's answer
 * is certain. A request that has ended does not change. `inSame`: runs in the transaction of the cancellation, for a
 * pending request; if it throws, both are rolled back.
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
    const stop = { kind: "stop", why: "cancellation" } as const;
    const decision = await settleLocked(tx, await lockRequest(tx, id), request.liveAttemptId, stop, {
      source: "cancellation",
    });
    return decision.attempt === null;
  });
  if (open) await carryOutCancellation(id);
}

/** Sends a requested cancellation to the bank that has the payment. */
export async function carryOutCancellation(id: string): Promise<void> {
  const request = await readRequest(db(), id);
  if (!request.cancelRequestedAt || !request.liveAttemptId) return;
  const attempt = await findAttempt(db(), request.liveAttemptId);
  if (attempt) await stopAttempt(attempt, { test: request.test, forChange: false });
}
