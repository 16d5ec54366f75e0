import type { CreditCandidate } from "../payments/credit-candidates";

/** What a bank says that was booked, as far as it is matched by. Amounts in minor units, more than zero. */
export type Entry = {
  direction: "credit" | "debit";
  amountMinor: bigint;
  currency: string;
  endToEndId: string | null;
  remittance: string | null;
  returnReason: string | null;
};

/** A candidate with what has been matched to it before. */
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
 * What an entry is: `matched` to one attempt · `differs` it names an attempt, and does not fit it · `unmatched` it names
 * none, or several · `other` it is no payment of ours and no return of one (a payout, a fee).
 */
export type Match =
  | { state: "matched"; attemptId: string; by: MatchedBy }
  | { state: "differs"; attemptId: string; problem: Problem }
  | { state: "unmatched"; problem: Problem }
  | { state: "other" };

/** Attempts in these states have ended without money: only their own end-to-end id brings them back. */
const ENDED_UNPAID = new Set(["FAILED", "CANCELLED"]);

/**
 * Text as banks mangle it, made comparable: accents, case, spaces and punctuation are dropped. Only what is equal then is
 * taken for the same.
 */
export function comparable(text: string | null): string {
  return (text ?? "")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
}

/** The candidates that a text names: the payment reference, or our end-to-end id where a bank moved it into the text. */
function namedBy<T extends Candidate>(remittance: string | null, candidates: readonly T[]): T[] {
  const text = comparable(remittance);
  if (text === "") return [];
  return candidates.filter(({ paymentReference, endToEndId }) =>
    [comparable(paymentReference), comparable(endToEndId)].includes(text),
  );
}

/**
 * Which attempt a credit belongs to (banking practice: the end-to-end id, else reference and amount). `byId` carries the
 * entry's own id; `byAmount` are attempts to this account, of this amount and currency, in the window. Never a guess.
 */
export function matchCredit(
  entry: Entry,
  accountId: string,
  byId: Candidate | null,
  byAmount: readonly Candidate[],
): Match {
  if (byId) return fitCredit(entry, accountId, byId);
  const possible = byAmount.filter(({ credited, state }) => !credited && !ENDED_UNPAID.has(state));
  const [first, second] = namedBy(entry.remittance, possible);
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
 * Which payment went back by a debit: the one whose end-to-end id it carries; where a bank says that it is a return and
 * names no such id, the one whose reference it names. Every other debit is somebody else's matter.
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
    entry.remittance,
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
 * What of a matched return is new: the bank may have told the whole reversal before its entries came. Minor units, 0 when
 * nothing is.
 */
export function newlyReturned(payment: Candidate, entry: Entry): bigint {
  const sum = payment.returnedMinor + entry.amountMinor;
  return sum > payment.reversedMinor ? sum - payment.reversedMinor : 0n;
}

const SOON_S = 30;
const LONGEST_SOON_S = 15 * 60;
/** Four a day: what a bank has to allow without a person present. */
const SELDOM_S = 6 * 3600;
const AFTER_FAILURE_S = 60;

/**
 * Seconds until an account is read again: 30 s doubling to 15 min while payments wait for their credit and the bank sets
 * no limit, else six hours. `tries`: readings since something new was found.
 */
export function nextReadingInS(facts: { awaiting: boolean; limited: boolean; failed: boolean; tries: number }): number {
  if (facts.limited || !facts.awaiting) return facts.failed && !facts.limited ? LONGEST_SOON_S : SELDOM_S;
  const first = facts.failed ? AFTER_FAILURE_S : SOON_S;
  return Math.min(first * 2 ** Math.min(facts.tries, 10), LONGEST_SOON_S);
}

const DAY_MS = 24 * 3_600_000;

/**
 * The moment one banking day before another: Saturdays and Sundays are none (UTC). Bank holidays are not known here, so
 * that after one of them a payment may be reported a day early.
 */
export function bankingDayBefore(moment: Date): Date {
  let before = new Date(moment.getTime() - DAY_MS);
  while (before.getUTCDay() === 0 || before.getUTCDay() === 6) before = new Date(before.getTime() - DAY_MS);
  return before;
}
