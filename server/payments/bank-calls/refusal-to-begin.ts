import type { PaymentStatus } from "../requests/schema";

/** The state of a request when an attempt is to begin. */
export type RequestState = {
  status: PaymentStatus;
  hasLiveAttempt: boolean;
  cancelRequested: boolean;
  amountMinor: bigint;
  /** The request's link, and whether another request of it may still pay; null without a link. */
  link: { isActive: boolean; hasLiveAttempt: boolean } | null;
};

/**
 * Whether an attempt may be committed, under the locks of link and request: not while another may still pay, and only for
 * the amount that the initiation's bytes contain and the customer saw. Amounts in minor units.
 */
export function refusalToBegin(
  request: RequestState,
  wanted: { amountMinor: bigint; seenAmountMinor: bigint | null },
): "taken" | "amount_changed" | null {
  if (request.status !== "pending" || request.hasLiveAttempt || request.cancelRequested) return "taken";
  if (request.link && (!request.link.isActive || request.link.hasLiveAttempt)) return "taken";
  if (request.amountMinor !== wanted.amountMinor) return "amount_changed";
  return wanted.seenAmountMinor !== null && wanted.seenAmountMinor !== wanted.amountMinor ? "amount_changed" : null;
}
