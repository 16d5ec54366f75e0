import { isUrl } from "../lib/parse-url";
import type { Checkout, Phase } from "./checkout-view";

/** What the shop reads in the address after the bank. It proves nothing: the webhook and the status call do. */
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
 * The shopper waits so long for a final answer after coming back from the bank; then the shop is told `pending`. A second
 * less than the contract's ten: a page without script asks again after whole seconds.
 */
export const MAX_WAIT_S = 9;

/**
 * An address with parameters added to whatever query it had. What the shop wrote stays as it was written, its fragment
 * too; only what claims one of the added names is left out.
 */
export function withQuery(address: string, added: Record<string, string>): string {
  const url = new URL(address);
  const own = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !isNamed(part, added));
  url.search = `?${[...own, new URLSearchParams(added).toString()].join("&")}`;
  return url.href;
}

function isNamed(part: string, names: Record<string, string>): boolean {
  // Behind an ampersand, because a question mark at the beginning would be taken for that of an address.
  return [...new URLSearchParams(`&${part}`).keys()].some((name) => Object.hasOwn(names, name));
}

/** Seconds until a page without script asks again: no later than when the shopper is to go on to the shop. */
export function refreshWithin(longestS: number, returnedForS: number | null): number {
  const leftS = returnedForS === null ? 0 : Math.ceil(MAX_WAIT_S - returnedForS);
  return leftS > 0 ? Math.min(longestS, leftS) : longestS;
}

type ReturnFacts = Pick<
  Checkout,
  "phase" | "paymentRequestId" | "successUrl" | "failureUrl" | "orderId" | "paymentReference"
>;

/** Back to the shop, with the result in the query; null where the merchant gave no address, or nothing is to be said yet. */
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

/** Whether a shopper who came back from the bank in this tab is to go on to the shop now. */
export function shallLeave(checkout: Pick<Checkout, "phase" | "returnedForS">): boolean {
  const status = STATUS[checkout.phase];
  if (status === null) return false;
  if (status !== "pending" || checkout.phase === "unresolved") return true;
  return checkout.returnedForS !== null && checkout.returnedForS >= MAX_WAIT_S;
}
