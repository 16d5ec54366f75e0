import type { CheckoutPage } from "./model";

/**
 * Two pages with the same key say the same: the script draws anew only when it differs. What a press came to is left
 * out: it stays on the page until the payment itself moves.
 */
export function stateKey({ checkout, slow, opening, leaving }: CheckoutPage): string {
  const { phase, amount, bank, bankUrl, canCancel } = checkout;
  return [
    phase,
    amount,
    bank?.id ?? "",
    bankUrl ? 1 : 0,
    canCancel ? 1 : 0,
    slow ? 1 : 0,
    opening ? 1 : 0,
    leaving ? 1 : 0,
  ].join(":");
}
