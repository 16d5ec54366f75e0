import type { Tx } from "../../lib/db";
import { recordPaymentEvent } from "./payment-event";
import { setFinal } from "./store";

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
