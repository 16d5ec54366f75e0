import { createHash } from "node:crypto";
import type { Rewards } from "../../../server/payments/checkout/checkout-view";
import type { CheckoutPage } from "../model";

/** The random end of an ID distinguishes the accounts of one customer. */
const ID_CHARACTERS = 6;
const HASH_CHARACTERS = 8;

/**
 * Two pages with the same key have the same content: the script redraws only if the key differs. The result of a form
 * is not part of it: it stays on the page until the payment changes.
 */
export function stateKey(page: CheckoutPage): string {
  if (isAnswer(page)) return answerKey(page);
  // These parts are last: the event stream's key, which lacks them, is the beginning of this key.
  return `${stateVersionKey(page)}${page.opening ? ":opening" : ""}${downKey(page)}`;
}

/**
 * The key of a page with the answer of a form in place of the banks, such as the form that asks for the payer's
 * account. It names no unavailable banks: when one changes, the answer stays, with what is typed into it.
 */
export function answerKey(page: CheckoutPage): string {
  return `${stateVersionKey(page)}:answer`;
}

/** As `Work` shows it: other results are notes on the list of banks. */
function isAnswer({ problem, checkout }: CheckoutPage): boolean {
  return checkout.phase === "choosing" && problem !== null && "chosen" in problem && problem.chosen !== null;
}

/** The part for unavailable banks: an open page updates when a bank becomes available again. */
function downKey({ picker }: CheckoutPage): string {
  return picker && picker.downIds.length > 0 ? `:down-${shortHash(picker.downIds.join())}` : "";
}

/** The part of the key that depends on the payment and the clock. */
export function stateVersionKey({
  checkout,
  slow,
  leaving,
  handedOver,
}: Pick<CheckoutPage, "checkout" | "slow" | "leaving" | "handedOver">): string {
  const { phase, amount, reversedAmount, lateMoney, rewards, bank, bankUrl, canChangeBank, canCancel, accounts } =
    checkout;
  return [
    phase,
    amount,
    rewards ? digest(rewards) : "",
    bank?.id ?? "",
    bankUrl ? 1 : 0,
    canChangeBank ? 1 : 0,
    canCancel ? 1 : 0,
    accounts.map(({ id }) => id.slice(-ID_CHARACTERS)).join("."),
    slow ? 1 : 0,
    leaving ? 1 : 0,
    handedOver ? 1 : 0,
    reversedAmount ?? "",
    lateMoney ?? "",
  ].join(":");
}

// The description alone may be too long for an address.
function digest(rewards: Rewards): string {
  const { extra_rewards: extra, total_rewards: total, description } = rewards;
  return shortHash(JSON.stringify([extra, total, description]));
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, HASH_CHARACTERS);
}
