import type { LinkStatus } from "../payment-links/rules";
import type { AttemptState } from "./attempt-states";
import type { Phase } from "./checkout-view";
import type { PaymentStatus } from "./schema";

/** For this long after the return the page says that the bank is being asked, whatever it has said so far. */
export const CONFIRMING_FOR_S = 60;

/** A rejection is final for a payment request; an active link makes a new one when a bank is pressed. */
export function mayTryAgain(phase: Phase, linkStatus: LinkStatus | undefined): boolean {
  return linkStatus === "active" && (phase === "refused" || phase === "failed" || phase === "cancelled_at_bank");
}

export type PhaseFacts = {
  status: PaymentStatus;
  statusReason: string | null;
  late: boolean;
  initiated: boolean;
  cancelRequested: boolean;
  /** State of the live attempt; null when none may still pay. */
  live: AttemptState | null;
  /** Whether the last attempt was refused by the bank. */
  refused: boolean;
  /** Seconds since the shopper came back; null before. */
  returnedForS: number | null;
};

/** What the shopper's page says. Never "failed" while the money may be moving. */
export function phaseOf(facts: PhaseFacts): Phase {
  switch (facts.status) {
    case "completed":
      return facts.late ? "paid_late" : "paid";
    case "failed":
      return facts.refused ? "refused" : "failed";
    case "expired":
      return "expired";
    case "cancelled":
      if (facts.statusReason === "link_paid") return "paid_elsewhere";
      return facts.initiated ? "cancelled_at_bank" : "cancelled";
    case "pending":
      return pendingPhase(facts);
  }
}

/**
 * What a live attempt's state says to its shopper. An initiation whose answer was lost lives on only where the bank asks in
 * its own app (attempt-states.ts): the shopper may find it there. The last two are no states of a live attempt; should one
 * be read in between, nothing has been decided about the payment yet.
 */
const LIVE: Record<AttemptState, "starting" | "at_bank" | "confirming"> = {
  INITIATING: "starting",
  INIT_UNKNOWN: "at_bank",
  AWAITING_AUTH: "at_bank",
  AUTHORISED: "confirming",
  SUBMITTING: "confirming",
  SUBMIT_UNKNOWN: "confirming",
  ACCEPTED: "confirming",
  EXECUTED: "confirming",
  SETTLED: "confirming",
  DISPUTED: "confirming",
  FAILED: "confirming",
  CANCELLED: "confirming",
};

function pendingPhase({ live, statusReason, cancelRequested, returnedForS }: PhaseFacts): Phase {
  if (live === null) return "choosing";
  if (statusReason === "unresolved") return "unresolved";
  if (cancelRequested) return "cancelling";
  const isBack = returnedForS !== null && returnedForS < CONFIRMING_FOR_S;
  return LIVE[live] === "at_bank" && isBack ? "confirming" : LIVE[live];
}
