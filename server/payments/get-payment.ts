import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { findAttempt, listTransitions } from "./attempt-store";
import { listItem, type PaymentListItem } from "./list-payments";
import { findRequestInScope } from "./store";

export type PaymentDetail = PaymentListItem & {
  completedAt: Date | null;
  expiresAt: Date;
  cancelRequestedAt: Date | null;
  paymentLinkId: string | null;
  /** The bank's own id of the live payment there; null where none is live. */
  bankPaymentId: string | null;
  rewards: { extra_rewards?: number; total_rewards?: number; description?: string } | null;
  transitions: Array<{
    at: Date;
    fromState: string | null;
    toState: string;
    rawStatus: string | null;
    source: string;
    scheme: string;
  }>;
};

/** A merchant's payment with everything that happened at its banks. @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND */
export async function getPayment(ctx: Ctx, input: { id: string; merchantId?: string }): Promise<PaymentDetail> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const scope = { merchantId: merchant.id, testOnly: ctx.caller.testOnly };
  const request = isUuid(input.id) ? await findRequestInScope(dbOf(ctx), scope, input.id) : null;
  if (!request) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const live = request.liveAttemptId ? await findAttempt(dbOf(ctx), request.liveAttemptId) : null;
  const transitions = await listTransitions(dbOf(ctx), request.id);
  return {
    ...listItem(request),
    completedAt: request.completedAt,
    expiresAt: request.expiresAt,
    cancelRequestedAt: request.cancelRequestedAt,
    paymentLinkId: request.paymentLinkId,
    bankPaymentId: live?.bankPaymentId ?? null,
    rewards: request.rewards,
    transitions: transitions.map(({ at, fromState, toState, rawStatus, source, scheme }) => ({
      at,
      fromState,
      toState,
      rawStatus,
      source,
      scheme,
    })),
  };
}
