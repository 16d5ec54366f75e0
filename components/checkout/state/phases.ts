import type { Checkout, Phase } from "../../../server/payments/checkout/checkout-view";

/** State of the money, shown on the line between the two marks of the slip. */
export type Money = "none" | "asked" | "sent" | "stopped" | "unsure";

type Look = {
  money: Money;
  /** Ended without a payment, or the result is unknown: the amount is dimmed. */
  over?: true;
  /** Paid: the slip is torn off along its perforation. */
  torn?: true;
  /** Only the stub of the slip is drawn, without data of the payer. */
  stub?: true;
  /** Poll interval in milliseconds; absent in a final state. */
  pollMs?: number;
};

const LOOKS: Record<Phase, Look> = {
  choosing: { money: "none", pollMs: 4_000 },
  starting: { money: "asked", pollMs: 1_000 },
  at_bank: { money: "asked", pollMs: 2_500 },
  confirming: { money: "asked", pollMs: 1_000 },
  cancelling: { money: "unsure", pollMs: 1_500 },
  unresolved: { money: "unsure", over: true, pollMs: 60_000 },
  paid: { money: "sent", torn: true },
  paid_late: { money: "sent", torn: true },
  refused: { money: "stopped", over: true },
  failed: { money: "stopped", over: true },
  cancelled: { money: "none", over: true },
  cancelled_at_bank: { money: "stopped", over: true },
  paid_elsewhere: { money: "none", over: true },
  expired: { money: "none", over: true },
  link_used: { money: "none", stub: true, torn: true },
  link_expired: { money: "none", stub: true },
  link_cancelled: { money: "none", stub: true },
};

/** The whole amount of a completed payment was returned. */
const RETURNED: Look = { money: "stopped", over: true };
/** Money of a payment that had ended arrived, or may have. */
const LATE: Look = { money: "unsure", over: true };

type Paid = Pick<Checkout, "phase" | "amount" | "reversedAmount" | "lateMoney">;

/** Whether the whole amount was returned after the payment was completed. */
export function isReturned({ amount, reversedAmount }: Pick<Paid, "amount" | "reversedAmount">): boolean {
  return reversedAmount !== null && reversedAmount >= amount;
}

/** The appearance of a phase. */
export function lookOf(checkout: Paid): Look {
  if (checkout.lateMoney) return LATE;
  return isReturned(checkout) ? RETURNED : LOOKS[checkout.phase];
}

/** Whether the phase is final, so that the page stops polling. A late payment still counts. */
export function isFinal(phase: Phase): boolean {
  return LOOKS[phase].pollMs === undefined;
}

export const SLOW_AFTER_S = 30;

/** A bank that has not answered the start is asked again for days. */
export const UNANSWERED_AFTER_S = 120;

type Waiting = Pick<Checkout, "phase" | "returnedForS" | "unansweredForS">;

/** Whether the customer has waited so long that the page says so. */
export function isSlow({ phase, returnedForS, unansweredForS }: Waiting): boolean {
  if (phase === "at_bank") return unansweredForS !== null && unansweredForS >= UNANSWERED_AFTER_S;
  return phase === "confirming" && returnedForS !== null && returnedForS >= SLOW_AFTER_S;
}

/** From this many seconds on, the customer is warned. The script uses the same value. */
export const LOW_TIME_S = 120;
