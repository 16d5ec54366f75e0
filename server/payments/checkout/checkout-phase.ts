import type { AttemptState } from "../attempts/attempt-states";
import type { LinkStatus } from "../links/rules";
import type { PaymentStatus } from "../requests/schema";
import type { Phase } from "./checkout-view";

/** For this long after the return the page shows `confirming`, whatever the bank's status. */
export const CONFIRMING_FOR_S = 60;

/** A rejection ends a payment request; an active link creates a new one when a bank is chosen. */
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
  /** Whether the bank itself refused the last attempt. */
  refused: boolean;
  /** Seconds since the customer returned; null before. */
  returnedForS: number | null;
};

/** The phase of the customer's page. Never "failed" while money may be moving. */
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
 * The phase of a live attempt's state. An initiation whose answer was lost stays live only where the bank asks in its own
 * app (attempt-states.ts), so the customer may find it there. The last two are not states of a live attempt; read between
 * two transactions, they mean that the payment is not decided yet.
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
