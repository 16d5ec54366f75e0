import type { StatementEntry } from "../connectors/port";
import { toSepaText } from "../connectors/sepa-text";
import { sha256 } from "../lib/crypto";
import { type CreditCandidate, endToEndIdIn } from "../payments/settlement/credit-candidates";

const HOUR_MS = 3_600_000;
/** An outcome that is unknown, or an account that is not fetched, for longer than this is reported. */
export const UNKNOWN_FOR_MS = HOUR_MS;
export const UNREAD_FOR_MS = 24 * HOUR_MS;

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
function namesOf({ paymentReference, endToEndId, currency }: Candidate): string[] {
  const sent = toSepaText(paymentReference, paymentReference.length * 2);
  const texts = [paymentReference, sent, endToEndId];
  if (currency === "GBP") {
    texts.push(toSepaText(paymentReference, FPS_REFERENCE_LENGTH), endToEndId.slice(0, FPS_REFERENCE_LENGTH));
  }
  return texts.map(comparable);
}

/** The candidates that an entry names. Some banks write the reference into the field of the end-to-end id. */
function namedBy<T extends Candidate>({ remittance, endToEndId }: Entry, candidates: readonly T[]): T[] {
  const texts = [remittance, endToEndId].map(comparable).filter((text) => text !== "");
  return candidates.filter((candidate) => namesOf(candidate).some((name) => texts.includes(name)));
}

/**
 * Our end-to-end id in an entry: in its field, or in a credit's remittance text. In a debit's text it counts only where the
 * bank marks the debit as a return.
 */
export function ownIdIn({ direction, endToEndId, remittance, returnReason }: Entry): string | null {
  const inText = direction === "credit" || returnReason !== null ? endToEndIdIn(remittance) : null;
  return endToEndIdIn(endToEndId) ?? inText;
}

/** Oldest first; of one booking time (often a whole day) credits before debits, which may be their returns. */
export function inOrder<T extends { direction: Entry["direction"]; bookedAt: Date }>(entries: readonly T[]): T[] {
  const rank = ({ direction }: T) => (direction === "credit" ? 0 : 1);
  return [...entries].sort((a, b) => a.bookedAt.getTime() - b.bookedAt.getTime() || rank(a) - rank(b));
}

/**
 * Matches a credit by end-to-end id, else by reference and amount. `byId`: the attempt with the entry's id; `byAmount`:
 * attempts to this account of this amount and currency in the window. More than one candidate is no match.
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

const SOON_S = 30;
const LONGEST_SOON_S = 15 * 60;
/** Four a day: the unattended reads that a bank must allow. */
const SELDOM_S = 6 * 3600;
const AFTER_FAILURE_S = 60;
const MAX_DOUBLINGS = 10;

/**
 * Seconds until an account's next statement fetch: 6 h where the bank limits fetches or no payment waits for its credit,
 * else 30 s, doubling to 15 min. After a failure 60 s, doubling to the same maximum. `tries`: fetches since the last new
 * entry.
 */
export function nextFetchInS(facts: { awaiting: boolean; limited: boolean; failed: boolean; tries: number }): number {
  if (facts.limited || (!facts.awaiting && !facts.failed)) return SELDOM_S;
  const first = facts.failed ? AFTER_FAILURE_S : SOON_S;
  const longest = facts.awaiting ? LONGEST_SOON_S : SELDOM_S;
  return Math.min(first * 2 ** Math.min(facts.tries, MAX_DOUBLINGS), longest);
}

const DAY_MS = 24 * 3_600_000;

/**
 * The moment one banking day before another, without Saturdays and Sundays (UTC). Bank holidays are not considered: after
 * one, a payment may be reported a day early.
 */
export function bankingDayBefore(moment: Date): Date {
  let before = new Date(moment.getTime() - DAY_MS);
  while (before.getUTCDay() === 0 || before.getUTCDay() === 6) before = new Date(before.getTime() - DAY_MS);
  return before;
}

/** Longer than the texts of any standard, and short enough for PostgreSQL's index (2,704 bytes). */
const MAX_IDENTITY_LENGTH = 512;

/**
 * An entry's identity. Not the bank's id alone, because some banks restart their ids every day. Not shortened, because two
 * entries with equal shortened texts would become one: of a longer one, a digest.
 */
export function identityOf({ entryId, direction, money, endToEndId, bookedAt }: StatementEntry): string {
  const day = bookedAt.slice(0, "2026-01-31".length);
  const parts = [entryId, direction, String(money.amountMinor), money.currency, day, endToEndId ?? ""];
  const identity = JSON.stringify(parts);
  return identity.length <= MAX_IDENTITY_LENGTH ? identity : Buffer.from(sha256(identity)).toString("base64url");
}
