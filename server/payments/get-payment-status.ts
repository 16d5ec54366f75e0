import type { z } from "zod";
import { type Caller, type Ctx, noteSubject } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import type { paymentStatus } from "./schema";
import { findRequestOf, type Owner } from "./store";

/**
 * How a payment request stands. An unknown id, a malformed one and another tenant's are the same.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND
 */
export async function getPaymentStatus(
  ctx: Ctx,
  input: { paymentRequestId: string },
): Promise<z.infer<typeof paymentStatus>> {
  const owner = ownerOf(ctx.caller);
  const request =
    isUuid(input.paymentRequestId) && owner ? await findRequestOf(dbOf(ctx), owner, input.paymentRequestId) : null;
  if (!request || (ctx.caller.testOnly && !request.test)) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  noteSubject(ctx, { merchantId: request.merchantId, paymentRequestId: request.id, test: request.test });
  return {
    status: request.status,
    amount: request.amount.toString(),
    currency: request.currency,
    payment_request_id: request.id,
    order_id: request.orderId,
    status_reason: request.statusReason,
    test: request.test,
    late: request.late,
    reversed_amount: request.reversedAmount?.toString() ?? null,
  };
}

function ownerOf(caller: Caller): Owner | null {
  if (caller.kind === "merchant") return { merchantId: caller.merchantId };
  if (caller.kind === "partner") return { partnerId: caller.partnerId };
  return caller.kind === "admin" ? "all" : null;
}
