import { AppError } from "@/server/lib/errors";
import type { Checkout } from "@/server/payments/checkout/checkout-view";

const GONE = new Set<Checkout["phase"]>(["link_used", "link_expired", "link_cancelled"]);

/** Whether the link accepts no payment any more. Its page is then a 410 with the reason. */
export function isGone({ phase }: Checkout): boolean {
  return GONE.has(phase);
}

/**
 * The same as an API error (contract, "Readings of the spec").
 * @throws AppError PAYMENT_LINK_EXPIRED on opening an expired link; else PAYMENT_LINK_NOT_ACTIVE
 */
export function refuseGone(checkout: Checkout, what: "opening" | "attempt"): void {
  if (!isGone(checkout)) return;
  if (what === "opening" && checkout.phase === "link_expired") throw new AppError("PAYMENT_LINK_EXPIRED");
  throw new AppError("PAYMENT_LINK_NOT_ACTIVE", { metadata: { link_status: checkout.link?.status } });
}
