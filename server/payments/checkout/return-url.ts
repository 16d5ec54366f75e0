import { isUrl } from "../../lib/net/parse-url";
import type { Checkout, Phase } from "./checkout-view";

/** The result in the redirect to the shop. It proves nothing: the webhook and the status call do. */
type ReturnStatus = "success" | "pending" | "failed" | "cancelled";

const STATUS: Record<Phase, ReturnStatus | null> = {
  choosing: null,
  starting: "pending",
  at_bank: "pending",
  confirming: "pending",
  cancelling: "pending",
  unresolved: "pending",
  paid: "success",
  paid_late: "success",
  refused: "failed",
  failed: "failed",
  expired: "failed",
  cancelled: "cancelled",
  cancelled_at_bank: "cancelled",
  paid_elsewhere: "cancelled",
  link_used: null,
  link_expired: null,
  link_cancelled: "cancelled",
};

/**
 * How long the customer waits for a final status after the return; then the shop gets `pending`. A second less than the
 * contract's ten: a page without script reloads after whole seconds.
 */
export const MAX_WAIT_S = 9;

/**
 * A URL with parameters added at the end of its query. The shop's own query and fragment stay byte for byte, also where its
 * parameters have the added names: a shop's `order_id` is often how it finds its order.
 */
export function withQuery(address: string, added: Record<string, string>): string {
  const url = new URL(address);
  const own = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "");
  url.search = `?${[...own, new URLSearchParams(added).toString()].join("&")}`;
  return url.href;
}

/** Seconds until a page without script reloads: at the latest when the customer is redirected to the shop. */
export function refreshWithin(longestS: number, returnedForS: number | null): number {
  const leftS = returnedForS === null ? 0 : Math.ceil(MAX_WAIT_S - returnedForS);
  return leftS > 0 ? Math.min(longestS, leftS) : longestS;
}

type ReturnFacts = Pick<
  Checkout,
  "phase" | "paymentRequestId" | "successUrl" | "failureUrl" | "orderId" | "paymentReference"
>;

/** The shop's URL with the result in the query; null without a redirect URL, or without a result yet. */
export function backUrlOf(checkout: ReturnFacts): string | null {
  const status = STATUS[checkout.phase];
  if (status === null || checkout.paymentRequestId === null) return null;
  const address = status === "success" || status === "pending" ? checkout.successUrl : checkout.failureUrl;
  if (address === null || !isUrl(address)) return null;
  return withQuery(address, {
    payment_request_id: checkout.paymentRequestId,
    order_id: checkout.orderId,
    payment_reference: checkout.paymentReference,
    status,
  });
}

/** Whether a customer who returned from the bank in this tab is redirected to the shop now. */
export function shallLeave(checkout: Pick<Checkout, "phase" | "returnedForS">): boolean {
  const status = STATUS[checkout.phase];
  if (status === null) return false;
  if (status !== "pending" || checkout.phase === "unresolved") return true;
  return checkout.returnedForS !== null && checkout.returnedForS >= MAX_WAIT_S;
}
