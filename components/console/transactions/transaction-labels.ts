import type { StatusLabel } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";

export type Transactions = Outputs["transactions"]["list"];
export type Transaction = Transactions["items"][number];

/** The status of a transaction. */
export function formatTransactionStatus({ state, direction }: Pick<Transaction, "state" | "direction">): StatusLabel {
  switch (state) {
    case "matched":
      return direction === "credit"
        ? { tone: "good", glyph: "done", word: "Matched" }
        : { tone: "warn", glyph: "half", word: "Returned" };
    case "unmatched":
    case "differs":
      return { tone: "warn", glyph: "late", word: "Unmatched" };
    case "dismissed":
      return { tone: "mute", glyph: "stop", word: "Dismissed" };
    default:
      return { tone: "mute", glyph: "open", word: "Other" };
  }
}

const CREDIT_REASONS: Record<string, string> = {
  no_payment: "No open payment has this reference and amount.",
  several_payments: "More than one payment has this reference and amount.",
  amount_differs: "Its payment has a different amount.",
  currency_differs: "Its payment has a different currency.",
  other_account: "Its payment is to a different account.",
  credited_before: "Its payment is already matched.",
};
const DEBIT_REASONS: Record<string, string> = {
  ...CREDIT_REASONS,
  no_payment: "No completed payment has this reference and amount.",
  not_completed: "Its payment was never completed.",
  more_than_paid: "More was returned than had been paid.",
};

/** Why a transaction is unmatched; null: it is not. */
export function unmatchedReason({ state, problem, direction }: Pick<Transaction, "state" | "problem" | "direction">) {
  if (state !== "unmatched" && state !== "differs") return null;
  const why = (direction === "credit" ? CREDIT_REASONS : DEBIT_REASONS)[problem ?? ""] ?? "No matching rule applies.";
  return `${why} It needs review.`;
}

/** The description: the payment's reference or the remittance information, and the ISO 20022 code of a return. */
export function formatDescription(
  transaction: Pick<Transaction, "paymentReference" | "remittance" | "returnReason">,
): string {
  const { paymentReference, remittance, returnReason } = transaction;
  const text = paymentReference ?? remittance ?? "No reference";
  return returnReason === null ? text : `${text}, returned (${returnReason})`;
}

/** What matching a transaction to a payment does, and what must agree. */
export function formatMatchEffect(direction: Transaction["direction"]): string {
  return direction === "credit"
    ? "The payment counts as paid, and its webhooks are sent. Currency, amount and account must match."
    : "The payment is shown as returned by this amount, and its webhook is sent. Currency and account must match; no more can be returned than was paid.";
}
