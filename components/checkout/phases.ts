import type { Checkout, Phase } from "../../server/payments/checkout-view";

/** What the link between the two marks of the slip says about the money. */
export type Money = "none" | "asked" | "sent" | "stopped" | "unsure";

type Look = {
  money: Money;
  /** The page ended without a payment, or nobody can know: the amount steps back. */
  over?: true;
  /** Paid: the slip is torn off along its perforation. */
  torn?: true;
  /** Only the stub of the slip is drawn: nothing about whoever paid. */
  stub?: true;
  /** How soon the page asks again, in milliseconds; absent where nothing is left to wait for. */
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

/** How a phase looks, apart from its words. */
export function lookOf(phase: Phase): Look {
  return LOOKS[phase];
}

/** Whether the last word is said, as far as the page is concerned. A late payment still counts, and is not waited for. */
export function isFinal(phase: Phase): boolean {
  return LOOKS[phase].pollMs === undefined;
}

export const SLOW_AFTER_S = 30;

/** Whether the bank has kept a returned shopper waiting so long that the page says so. */
export function isSlow({ phase, returnedForS }: Pick<Checkout, "phase" | "returnedForS">): boolean {
  return phase === "confirming" && returnedForS !== null && returnedForS >= SLOW_AFTER_S;
}

/** Under this the shopper is warned that starting is nearly over. The script counts to the same bound. */
export const LOW_TIME_S = 120;
