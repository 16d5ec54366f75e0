import type { StatementEntry } from "../connectors/port";
import { toSepaText } from "../connectors/sepa-text";
import { type CreditCandidate, endToEndIdIn } from "../payments/credit-candidates";

const HOUR_MS = 3_600_000;
/** For so long an outcome may be unknown before a person hears of it; and an account unread. */
export const UNKNOWN_FOR_MS = HOUR_MS;
export const UNREAD_FOR_MS = 24 * HOUR_MS;

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
/** Faster Payments carries so much of a reference. */
const FPS_REFERENCE_LENGTH = 18;

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

/** How a statement may name a payment: by its reference, whole or as our connectors send it, or by our own id. */
function namesOf({ paymentReference, endToEndId, currency }: Candidate): string[] {
  const sent = toSepaText(paymentReference, paymentReference.length * 2);
  const texts = [paymentReference, sent, endToEndId];
  if (currency === "GBP") {
    texts.push(toSepaText(paymentReference, FPS_REFERENCE_LENGTH), endToEndId.slice(0, FPS_REFERENCE_LENGTH));
  }
  return texts.map(comparable);
}

/** The candidates that an entry names. Some banks write the reference where another id belongs. */
function namedBy<T extends Candidate>({ remittance, endToEndId }: Entry, candidates: readonly T[]): T[] {
  const said = [remittance, endToEndId].map(comparable).filter((text) => text !== "");
  return candidates.filter((candidate) => namesOf(candidate).some((name) => said.includes(name)));
}

/**
 * Our own id of the payment that an entry names: in the field for it, or among the words of a credit. A payment that goes
 * out is no return because its words name one, unless the bank says that it is.
 */
export function ownIdIn({ direction, endToEndId, remittance, returnReason }: Entry): string | null {
  const inWords = direction === "credit" || returnReason !== null ? endToEndIdIn(remittance) : null;
  return endToEndIdIn(endToEndId) ?? inWords;
}

/** The oldest first; of one moment (often a whole day) what came before what went, which may be a return of it. */
export function inOrder<T extends { direction: Entry["direction"]; bookedAt: Date }>(entries: readonly T[]): T[] {
  const rank = ({ direction }: T) => (direction === "credit" ? 0 : 1);
  return [...entries].sort((a, b) => a.bookedAt.getTime() - b.bookedAt.getTime() || rank(a) - rank(b));
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
  const [first, second] = namedBy(entry, possible);
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
const MAX_DOUBLINGS = 10;

/**
 * Seconds until an account is read again. Six hours where the bank limits it, or where no payment waits for its credit;
 * else 30 s, doubling to 15 min. After a failure a minute, doubling to what would have been. `tries`: readings since
 * something new was found.
 */
export function nextReadingInS(facts: { awaiting: boolean; limited: boolean; failed: boolean; tries: number }): number {
  if (facts.limited || (!facts.awaiting && !facts.failed)) return SELDOM_S;
  const first = facts.failed ? AFTER_FAILURE_S : SOON_S;
  const longest = facts.awaiting ? LONGEST_SOON_S : SELDOM_S;
  return Math.min(first * 2 ** Math.min(facts.tries, MAX_DOUBLINGS), longest);
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

/**
 * What makes an entry this one. Not the bank's id alone: some banks count anew every day, and money that came must not
 * pass for what came before. Whole: two entries that a shorter text made equal would be one.
 */
export function identityOf({ entryId, direction, money, endToEndId, bookedAt }: StatementEntry): string {
  const day = bookedAt.slice(0, "2026-01-31".length);
  return JSON.stringify([entryId, direction, String(money.amountMinor), money.currency, day, endToEndId ?? ""]);
}
