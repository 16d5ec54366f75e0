import type { z } from "zod";
import { doTogether } from "../../lib/batcher";
import { type Ctx, noteSubject } from "../../lib/context";
import { db } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { scopeOf } from "../../merchants/resolve-merchant";
import type { paymentStatus } from "./schema";
import { findStatuses, type StatusQuery } from "./status-store";

/** Integrators poll it more often than they call anything else: those of one turn of the event loop are one statement. */
const findStatus = doTogether((queries: readonly StatusQuery[]) => findStatuses(db(), queries), { maxItems: 100 });

/**
 * The status of a payment request. An unknown id, a malformed one, another tenant's, and a live one for a test-only
 * credential all get the same error.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND, NO_TOKEN
 */
export async function getPaymentStatus(
  ctx: Ctx,
  input: { paymentRequestId: string },
): Promise<z.infer<typeof paymentStatus>> {
  const scope = scopeOf(ctx.caller);
  const id = input.paymentRequestId;
  const request = isUuid(id) ? await findStatus({ scope, id }) : null;
  if (!request) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
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
