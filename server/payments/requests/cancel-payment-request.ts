import { recordAudit } from "../../audit/record-audit";
import { type Ctx, noteSubject } from "../../lib/context";
import { AppError } from "../../lib/errors";
import { type AttemptRow, findAttempt } from "../attempts/attempt-store";
import { cancelPayment } from "../bank-calls/cancel-payment";
import { readOwnRequest } from "./read-own-request";
import { mayCancel } from "./rules";

/**
 * The merchant cancels a payment in the Console (contract §5). A payment that was not initiated ends at once. Else the
 * cancellation is sent to the bank, and its answer decides: the payment may still be paid.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND; VALIDATION_ERROR if it can no longer be cancelled
 */
export async function cancelPaymentRequest(ctx: Ctx, input: { id: string; merchantId?: string }): Promise<void> {
  const found = await readOwnRequest(ctx, input);
  noteSubject(ctx, { paymentRequestId: found.id });
  let taken = false;
  await cancelPayment(found.id, async (tx, request) => {
    const live = request.liveAttemptId ? await findAttempt(tx, request.liveAttemptId) : null;
    if (!mayCancel(request, live?.state ?? null)) throw refusal(request.cancelRequestedAt ? null : live);
    await recordAudit(tx, ctx, {
      action: "payment.cancelled",
      merchantId: found.merchantId,
      subjectId: request.id,
      detail: { order: request.orderId, at_bank: live !== null },
    });
    taken = true;
  });
  if (!taken) throw refusal(null);
}

/** `live`: the live attempt of a payment that is not being cancelled. */
function refusal(live: AttemptRow | null): AppError {
  const message =
    live?.state === "INIT_UNKNOWN"
      ? "The bank has not said whether this payment was started. It can be cancelled once the bank has answered."
      : "This payment has ended, has been approved, or is already being cancelled.";
  return new AppError("VALIDATION_ERROR", { message });
}
