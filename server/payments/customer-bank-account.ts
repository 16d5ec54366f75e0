import type { RequestRow } from "./store";

/**
 * The bank of an account that a request's shopper paid its merchant from before and agreed to have remembered; null for
 * an unknown one. No account is remembered yet, so every one is unknown.
 */
export function bankOfCustomerAccount(
  _request: Pick<RequestRow, "merchantId" | "customer">,
  _customerBankAccountId: string,
): string | null {
  return null;
}
