import type { Lease } from "../../jobs/leased-rows";
import { db, type Tx } from "../../lib/db";
import { findAttempt, readAttempt } from "../attempts/attempt-store";
import { findCalls } from "../attempts/bank-call-store";
import { endRequest } from "../requests/end-request";
import { lockRequestAndLink } from "../requests/lock-request";
import { lockRequest, type RequestRow, readRequest, setCancelRequested } from "../requests/store";
import { settleLocked } from "../settlement/settle-payment";
import { wasRefused } from "./call-rules";
import { stopAttempt } from "./stop-attempt";

const CANCEL_AGAIN_AFTER_S = 5 * 60;

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
async function carryOutCancellation(id: string): Promise<void> {
  const request = await readRequest(db(), id);
  if (!request.cancelRequestedAt || !request.liveAttemptId) return;
  const attempt = await findAttempt(db(), request.liveAttemptId);
  if (attempt) await stopAttempt(attempt, { test: request.test, forChange: false });
}

/**
 * Sends a cancellation, or the stop after another attempt has paid, to the bank until the result is certain. One that the
 * bank refused, or accepted for the customer's approval, is sent again only after CANCEL_AGAIN_AFTER_S: each may ask the
 * customer again, and the status is fetched anyway. `lease`: of the attempt.
 */
export async function carryOutStops(attemptId: string, request: RequestRow, lease?: Lease): Promise<void> {
  const attempt = await readAttempt(db(), attemptId);
  if (attempt.finalAt) return carryOutCancellation(request.id);
  const { cancelRequestedAt } = await readRequest(db(), request.id);
  if (!cancelRequestedAt && !attempt.stopRequestedAt) return;
  const last = (await findCalls(db(), attemptId, "cancel")).at(-1);
  const isAnswered = last !== undefined && (last.outcome === "ok" || wasRefused(last));
  if (isAnswered && last.startedForS < CANCEL_AGAIN_AFTER_S) return;
  await stopAttempt(attempt, { test: request.test, forChange: false, lease });
}
