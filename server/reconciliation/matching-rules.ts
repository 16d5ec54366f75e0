import { toSepaText } from "../connectors/sepa-text";
import { type CreditCandidate, endToEndIdIn } from "../payments/settlement/credit-candidates";

/** The fields of a booked transaction that matching uses. Amount in minor units, above zero. */
export type Entry = {
  direction: "credit" | "debit";
  amountMinor: bigint;
  currency: string;
  endToEndId: string | null;
  remittance: string | null;
  returnReason: string | null;
};

/** A candidate with the sums that were matched to it before. */
export type Candidate = CreditCandidate & { credited: boolean; returnedMinor: bigint };

export type MatchedBy = "end_to_end_id" | "reference" | "person";

/** Why an entry waits for a person. */
export type Problem =
  | "no_payment"
  | "several_payments"
  | "amount_differs"
  | "currency_differs"
  | "other_account"
  | "credited_before"
  | "not_completed"
  | "more_than_paid";

/**
 * An entry's match: `matched` to one attempt · `differs` it names an attempt and does not fit it · `unmatched` it names
 * none, or several · `other` neither one of our payments nor a return of one (a payout, a fee).
 */
export type Match =
  | { state: "matched"; attemptId: string; by: MatchedBy }
  | { state: "differs"; attemptId: string; problem: Problem }
  | { state: "unmatched"; problem: Problem }
  | { state: "other" };

/** Attempts that ended without payment: a credit matches them by their end-to-end id only. */
const ENDED_UNPAID = new Set(["FAILED", "CANCELLED"]);
/** Faster Payments carries 18 characters of a reference. */
const FPS_REFERENCE_LENGTH = 18;

/** Normalises a text that banks may have altered: drops accents, case, spaces and punctuation. */
export function comparable(text: string | null): string {
  return (text ?? "")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
}

/** The texts by which a statement may name a payment: its reference, whole or as our connectors send it, or our id. */
function namesOf({ paymentReference, endToEndId, currency }: CreditCandidate): string[] {
  const sent = toSepaText(paymentReference, paymentReference.length * 2);
  const texts = [paymentReference, sent, endToEndId];
  if (currency === "GBP") {
    texts.push(toSepaText(paymentReference, FPS_REFERENCE_LENGTH), endToEndId.slice(0, FPS_REFERENCE_LENGTH));
  }
  return texts.map(comparable);
}

/** The candidates that an entry names. Some banks write the reference into the field of the end-to-end id. */
export function namedBy<T extends CreditCandidate>({ remittance, endToEndId }: Entry, candidates: readonly T[]): T[] {
  const texts = [remittance, endToEndId].map(comparable).filter((text) => text !== "");
  return candidates.filter((candidate) => namesOf(candidate).some((name) => texts.includes(name)));
}

/**
 * Our end-to-end id in an entry: in its field, or in the remittance text of a credit that the bank does not mark as a
 * return (that is a bounced refund) or of a debit that it does.
 */
export function ownIdIn({ direction, endToEndId, remittance, returnReason }: Entry): string | null {
  const hasIdInText = (direction === "credit") === (returnReason === null);
  return endToEndIdIn(endToEndId) ?? (hasIdInText ? endToEndIdIn(remittance) : null);
}

/**
 * Matches a credit by end-to-end id, else by reference and amount. `byId`: the attempt with the entry's id; `byAmount`:
 * attempts to this account of this amount and currency in the window. More than one candidate is no match, and neither is a
 * credit that the bank marks as a return: it brings a refund back.
 */
export function matchCredit(
  entry: Entry,
  accountId: string,
  byId: Candidate | null,
  byAmount: readonly Candidate[],
): Match {
  if (byId) return fitCredit(entry, accountId, byId);
  const possible = byAmount.filter(({ credited, state }) => !credited && !ENDED_UNPAID.has(state));
  const [first, second] = entry.returnReason === null ? namedBy(entry, possible) : [];
  if (!first) return { state: "unmatched", problem: "no_payment" };
  if (second) return { state: "unmatched", problem: "several_payments" };
  return { state: "matched", attemptId: first.attemptId, by: "reference" };
}

function fitCredit(entry: Entry, accountId: string, { attemptId, ...payment }: Candidate): Match {
  const differs = (problem: Problem): Match => ({ state: "differs", attemptId, problem });
  if (payment.receivingAccountId !== accountId) return differs("other_account");
  if (payment.currency !== entry.currency) return differs("currency_differs");
  if (payment.amountMinor !== entry.amountMinor) return differs("amount_differs");
  if (payment.credited) return differs("credited_before");
  return { state: "matched", attemptId, by: "end_to_end_id" };
}

/**
 * Matches a debit to the payment that it returns: by end-to-end id, or by reference where the bank marks it as a return.
 * Every other debit is `other`.
 */
export function matchReturn(
  entry: Entry,
  accountId: string,
  byId: Candidate | null,
  byReference: readonly Candidate[],
): Match {
  if (byId) return fitReturn(entry, accountId, byId, "end_to_end_id");
  if (entry.returnReason === null) return { state: "other" };
  const [first, second] = namedBy(
    entry,
    byReference.filter(({ completed }) => completed),
  );
  if (!first) return { state: "unmatched", problem: "no_payment" };
  if (second) return { state: "unmatched", problem: "several_payments" };
  return fitReturn(entry, accountId, first, "reference");
}

function fitReturn(entry: Entry, accountId: string, payment: Candidate, by: MatchedBy): Match {
  const { attemptId } = payment;
  const differs = (problem: Problem): Match => ({ state: "differs", attemptId, problem });
  if (payment.receivingAccountId !== accountId) return differs("other_account");
  if (payment.currency !== entry.currency) return differs("currency_differs");
  if (!payment.completed) return differs("not_completed");
  if (payment.returnedMinor + entry.amountMinor > payment.amountMinor) return differs("more_than_paid");
  return { state: "matched", attemptId, by };
}

/**
 * The part of a matched return that is not yet recorded, in minor units: the bank may have reported the reversal before its
 * entries.
 */
export function newlyReturned(payment: Candidate, entry: Entry): bigint {
  const sum = payment.returnedMinor + entry.amountMinor;
  return sum > payment.reversedMinor ? sum - payment.reversedMinor : 0n;
}
