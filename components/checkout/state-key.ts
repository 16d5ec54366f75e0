import { createHash } from "node:crypto";
import type { Rewards } from "../../server/payments/checkout-view";
import type { CheckoutPage } from "./model";

/** The random end of an id tells those of one customer apart. */
const ID_CHARACTERS = 6;
const HASH_CHARACTERS = 8;

/**
 * Two pages with the same key say the same: the script draws anew only when it differs. What a press came to is left
 * out: it stays on the page until the payment itself moves.
 */
export function stateKey(page: CheckoutPage): string {
  // Last: what the stream of events tells, which knows of no press, is the beginning.
  return `${newsKey(page)}${page.opening ? ":opening" : ""}${downKey(page)}`;
}

/** Which banks are down, of all that could be chosen: a page that is open shows it when one comes back. */
function downKey({ picker }: CheckoutPage): string {
  return picker && picker.downIds.length > 0 ? `:down-${shortHash(picker.downIds.join())}` : "";
}

/** The part of it that the payment and the clock decide. */
export function newsKey({ checkout, slow, leaving }: Pick<CheckoutPage, "checkout" | "slow" | "leaving">): string {
  const { phase, amount, rewards, bank, bankUrl, canCancel, accounts } = checkout;
  return [
    phase,
    amount,
    rewards ? digest(rewards) : "",
    bank?.id ?? "",
    bankUrl ? 1 : 0,
    canCancel ? 1 : 0,
    accounts.map(({ id }) => id.slice(-ID_CHARACTERS)).join("."),
    slow ? 1 : 0,
    leaving ? 1 : 0,
  ].join(":");
}

// The description alone may be longer than an address should be.
function digest(rewards: Rewards): string {
  const { extra_rewards: extra, total_rewards: total, description } = rewards;
  return shortHash(JSON.stringify([extra, total, description]));
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, HASH_CHARACTERS);
}
