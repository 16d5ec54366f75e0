/**
 * The states of one attempt to have one bank move the money, and the moves between them. Every state that is not final
 * is `pending` in public.
 * - INITIATING: committed, the bank's answer is not known yet
 * - AWAITING_AUTH: the bank has it and waits for the shopper
 * - ACCEPTED: approved; the bank works on it
 * - EXECUTED: the debtor's account is debited (ACSC)
 * - SETTLED: the creditor's account is credited (ACCC)
 */
export const ATTEMPT_STATES = [
  "INITIATING",
  "AWAITING_AUTH",
  "ACCEPTED",
  "EXECUTED",
  "SETTLED",
  "FAILED",
  "CANCELLED",
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** States only move forward; FAILED and CANCELLED are not reached once the money has left the account. */
const MOVES: Record<AttemptState, readonly AttemptState[]> = {
  INITIATING: ["AWAITING_AUTH", "ACCEPTED", "EXECUTED", "SETTLED", "FAILED", "CANCELLED"],
  AWAITING_AUTH: ["ACCEPTED", "EXECUTED", "SETTLED", "FAILED", "CANCELLED"],
  ACCEPTED: ["EXECUTED", "SETTLED", "FAILED", "CANCELLED"],
  EXECUTED: ["SETTLED"],
  SETTLED: [],
  FAILED: [],
  CANCELLED: [],
};

/** Whether an attempt may move so. Staying is no move. */
export function mayMove(from: AttemptState, to: AttemptState): boolean {
  return MOVES[from].includes(to);
}

export type Finality = "ACSP" | "ACSC" | "ACCC";

/**
 * The state that a bank's answer means: an ISO 20022 ExternalPaymentTransactionStatus1Code, and the scaStatus where the
 * code alone does not say whether the shopper has approved. Null for an unknown code: keep the state, never guess.
 */
export function stateOf(isoStatus: string, scaStatus: string | undefined): AttemptState | null {
  switch (isoStatus) {
    case "RCVD":
    case "PATC":
      return "AWAITING_AUTH";
    case "ACTC":
    case "ACCP":
    case "ACFC":
      return scaStatus === "finalised" || scaStatus === "exempted" ? "ACCEPTED" : "AWAITING_AUTH";
    case "PDNG":
    case "ACSP":
    case "ACWC":
    case "ACWP":
      return "ACCEPTED";
    case "ACSC":
      return "EXECUTED";
    case "ACCC":
      return "SETTLED";
    case "RJCT":
      return "FAILED";
    case "CANC":
      return "CANCELLED";
    default:
      return null;
  }
}

/** Whether the payment counts as paid: the bank's profile says which code is final there. */
export function isPaid(state: AttemptState, isoStatus: string, finality: Finality): boolean {
  if (state === "SETTLED") return true;
  if (state === "EXECUTED") return finality !== "ACCC";
  return state === "ACCEPTED" && finality === "ACSP" && isoStatus === "ACSP";
}
