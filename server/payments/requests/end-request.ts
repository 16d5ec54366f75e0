import { db, type Tx } from "../../lib/db";
import { recordPaymentEvent } from "./payment-event";
import { findRequestsToEnd, lockRequestToEnd, setFinal } from "./store";

export const EVENT_OF = {
  completed: "payment_request.succeeded",
  failed: "payment_request.failed",
  cancelled: "payment_request.cancelled",
  expired: "payment_request.expired",
} as const;

/**
 * Writes a final state of a request that the caller has locked, and its event. Only settle-payment.ts (initiated payments)
 * and cancellation and expiry (not initiated) decide which state.
 */
export async function endRequest(
  tx: Tx,
  id: string,
  end: { status: keyof typeof EVENT_OF; reason: string | null; late?: boolean; paidAttemptId?: string },
): Promise<void> {
  const { status, reason, late = false, paidAttemptId = null } = end;
  await setFinal(tx, id, { status, reason, late, paidAttemptId });
  await recordPaymentEvent(tx, id, EVENT_OF[end.status]);
}

/** Requests past their end whose merchants have not been notified. */
export function requestsToEnd(limit: number): Promise<string[]> {
  return findRequestsToEnd(db(), limit);
}

/** Writes the end of an expired request and its event, once, however many workers try. */
export async function expireRequest(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const request = await lockRequestToEnd(tx, id);
    if (request?.status === "expired") await endRequest(tx, id, { status: "expired", reason: null });
    else if (request) await endRequest(tx, id, { status: "failed", reason: request.statusReason });
  });
}
