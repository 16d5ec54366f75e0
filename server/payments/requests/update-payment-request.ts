import { type Ctx, noteSubject } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { UpdatedPaymentRequest, UpdatePaymentRequest } from "./schema";
import { lockRequestByToken, type RequestRow, readRequest, setAmountAndRewards } from "./store";

/**
 * Changes the amount, the rewards, or both, as long as the payment is not initiated. Decided under the request's lock, which
 * an attempt takes as well: a bank never has another amount than the request.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND; then, in this order: PAYMENT_REQUEST_NOT_FOUND for an unknown
 *   or foreign token, PAYMENT_ALREADY_INITIATED, PAYMENT_REQUEST_NOT_FOUND for an expired token
 */
export async function updatePaymentRequest(ctx: Ctx, input: UpdatePaymentRequest): Promise<UpdatedPaymentRequest> {
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  return inTransaction(ctx, async (tx) => {
    const found = await lockRequestByToken(tx, merchant.id, sha256(input.payment_token));
    if (!found || (ctx.caller.testOnly && !found.test)) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
    noteSubject(ctx, { paymentRequestId: found.id, test: found.test });
    refuseUnchangeable(found);
    const { amount, rewards } = input;
    await setAmountAndRewards(tx, found.id, {
      amount: amount === undefined ? null : BigInt(amount),
      rewards: rewards ?? null,
    });
    const request = await readRequest(tx, found.id);
    return {
      payment_token: input.payment_token,
      amount: Number(request.amount),
      ...(request.rewards ? { rewards: request.rewards } : {}),
      expires_in: request.expiresInS,
    };
  });
}

/** An initiated request keeps its amount, even while another bank can be chosen. */
function refuseUnchangeable(request: RequestRow): void {
  if (request.status === "expired") throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const isOpen = request.status === "pending" && !request.liveAttemptId && !request.initiatedAt;
  if (!isOpen || request.cancelRequestedAt) throw new AppError("PAYMENT_ALREADY_INITIATED");
}
