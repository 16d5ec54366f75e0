import type { StatusLabel } from "../../ui/parts";

/** The facts that determine a payment's state. */
export type PaymentFacts = {
  status: string;
  /** When a bank was chosen that has, or may have, the payment. */
  initiatedAt: Date | string | null;
  late: boolean;
  /** Minor units, and those of them that were returned. */
  amount: number;
  reversedAmount?: number | null;
};

export type PaymentState =
  | "open"
  | "at_bank"
  | "completed"
  | "completed_late"
  | "returned"
  | "failed"
  | "cancelled"
  | "expired";

/** The state of a payment: the only source for list, detail, lead, badge and CSV. */
export function paymentState({ status, initiatedAt, late, reversedAmount }: PaymentFacts): PaymentState {
  switch (status) {
    case "completed":
      if (reversedAmount) return "returned";
      return late ? "completed_late" : "completed";
    case "failed":
    case "cancelled":
    case "expired":
      return status;
    default:
      return initiatedAt === null ? "open" : "at_bank";
  }
}

const PAYMENT_STATE_LABELS: Record<PaymentState, StatusLabel> = {
  open: { tone: "accent", glyph: "open", word: "Open" },
  at_bank: { tone: "accent", glyph: "half", word: "At the bank" },
  completed: { tone: "good", glyph: "done", word: "Completed" },
  completed_late: { tone: "good", glyph: "done", word: "Completed late" },
  returned: { tone: "warn", glyph: "half", word: "Returned" },
  failed: { tone: "bad", glyph: "fail", word: "Failed" },
  cancelled: { tone: "mute", glyph: "stop", word: "Cancelled" },
  expired: { tone: "mute", glyph: "late", word: "Expired" },
};

/** The badge of a payment. */
export function formatPaymentStatus(payment: PaymentFacts): StatusLabel {
  const state = paymentState(payment);
  const label = PAYMENT_STATE_LABELS[state];
  const isPart = state === "returned" && (payment.reversedAmount ?? 0) < payment.amount;
  return isPart ? { ...label, word: "Partly returned" } : label;
}
