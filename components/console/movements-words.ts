import type { Outputs } from "./queries";
import type { StatusWords } from "./status-words";

export type Movements = Outputs["movements"]["list"];
export type Movement = Movements["items"][number];

/** What a movement is, in the Console's words. */
export function movementStatus({ state, direction }: Pick<Movement, "state" | "direction">): StatusWords {
  switch (state) {
    case "matched":
      return direction === "credit"
        ? { tone: "good", glyph: "done", word: "Payment" }
        : { tone: "bad", glyph: "fail", word: "Went back" };
    case "unmatched":
    case "differs":
      return { tone: "warn", glyph: "late", word: "Not matched" };
    case "dismissed":
      return { tone: "mute", glyph: "stop", word: "Set aside" };
    default:
      return { tone: "mute", glyph: "open", word: "Other" };
  }
}

const CREDIT_WHYS: Record<string, string> = {
  no_payment: "No payment with this reference and amount waits for its money.",
  several_payments: "More than one payment has this reference and amount.",
  amount_differs: "It names a payment of another amount.",
  currency_differs: "It names a payment in another currency.",
  other_account: "It names a payment to another account.",
  credited_before: "The payment that it names had arrived before.",
};
const DEBIT_WHYS: Record<string, string> = {
  ...CREDIT_WHYS,
  no_payment: "It is a return, and no payment with this reference and amount was completed.",
  not_completed: "The payment that it names was never completed.",
  more_than_paid: "More went back than had been paid.",
};

/** Why nothing follows from a movement, and who acts; null where there is nothing to say. */
export function whyNotMatched({ state, problem, direction }: Pick<Movement, "state" | "problem" | "direction">) {
  if (state !== "unmatched" && state !== "differs") return null;
  const why = (direction === "credit" ? CREDIT_WHYS : DEBIT_WHYS)[problem ?? ""] ?? "No rule could place it.";
  return `${why} We do not guess: a person looks at it.`;
}

/** What a movement was for: its payment, or the payer's words. Why money came back is a code of ISO 20022. */
export function whatFor(movement: Pick<Movement, "paymentReference" | "remittance" | "returnReason">): string {
  const { paymentReference, remittance, returnReason } = movement;
  const words = paymentReference ?? remittance ?? "No reference";
  return returnReason === null ? words : `${words}, returned (${returnReason})`;
}
