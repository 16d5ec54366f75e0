import type { Debtor } from "../connectors/port";
import { db, type Tx } from "../lib/db";
import { lockRequestAndLink, type RequestRow } from "../payments/requests/lock-request";
import { attemptOfEndToEndId, attemptsOfAmount, type CreditCandidate } from "../payments/settlement/credit-candidates";
import { reversePayment, settleByCredit } from "../payments/settlement/settle-by-entry";
import {
  type Candidate,
  type Entry,
  type Match,
  matchCredit,
  matchReturn,
  namedBy,
  newlyReturned,
  ownIdIn,
  type Problem,
} from "./matching-rules";
import { type EntryDecision, findMatchedSums, insertEntry, type NewEntry, setDecision } from "./store";

/** A credit may be booked up to 14 days after its payment started, or a day before it, because dates differ. */
const WINDOW_BEFORE_DAYS = 14;
const WINDOW_AFTER_DAYS = 1;
const DAY_MS = 24 * 3_600_000;
/**
 * Candidates of one amount and account that are compared by reference: 15 days of 600 payments a day at one price. Of more,
 * none is known to be the only one.
 */
const MAX_CANDIDATES = 10_000;
const SEVERAL: Match = { state: "unmatched", problem: "several_payments" };

/** Stores, matches and applies a statement entry in one transaction. False: the entry was stored before. */
export function applyEntry(entry: NewEntry): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const id = await insertEntry(tx, entry);
    if (id === null) return false;
    const found = await findUnderLock(tx, () => findMatch(tx, entry));
    await applyMatch(tx, id, entry, found, { debtor: entry.debtor });
    return true;
  });
}

export type Found = { match: Match; payment: Candidate | null };
/** `request`: the payment's, locked, and its link before it. */
type Locked = Found & { request: RequestRow | null };

/** Finds the match twice: first to learn which payment to lock, then again under the lock. */
export async function findUnderLock<F extends Found>(tx: Tx, find: () => Promise<F>): Promise<F & Locked> {
  const seen = await find();
  if (!seen.payment) return { ...seen, request: null };
  const request = await lockRequestAndLink(tx, seen.payment.paymentRequestId);
  return { ...(await find()), request };
}

/** The entry's match by the rules, from the payments stored now. */
async function findMatch(tx: Tx, entry: NewEntry): Promise<Found> {
  const { accountId } = entry;
  const ownId = ownIdIn(entry);
  const own = ownId === null ? null : await attemptOfEndToEndId(tx, ownId);
  const byId = own && (await withSums(tx, [own]))[0];
  const candidates = byId ? [] : await candidatesOf(tx, entry);
  const others = await withSums(tx, namedBy(entry, candidates));
  const match = (entry.direction === "credit" ? matchCredit : matchReturn)(entry, accountId, byId ?? null, others);
  if (candidates.length > MAX_CANDIDATES && match.state !== "other") return { match: SEVERAL, payment: null };
  const attemptId = "attemptId" in match ? match.attemptId : null;
  return { match, payment: [byId, ...others].find((one) => one?.attemptId === attemptId) ?? null };
}

/** Payments that an entry without our id may belong to: those of its amount. Partial returns are left to a person. */
async function candidatesOf(tx: Tx, entry: NewEntry): Promise<CreditCandidate[]> {
  const { accountId, amountMinor, currency, direction, bookedAt } = entry;
  const from = new Date(bookedAt.getTime() - WINDOW_BEFORE_DAYS * DAY_MS);
  const to = new Date(bookedAt.getTime() + WINDOW_AFTER_DAYS * DAY_MS);
  const uncredited = direction === "credit";
  return attemptsOfAmount(tx, { accountId, amountMinor, currency, from, to, uncredited, limit: MAX_CANDIDATES + 1 });
}

/** Adds the sums that were matched to each attempt before. */
export async function withSums(tx: Tx, found: readonly CreditCandidate[]): Promise<Candidate[]> {
  const sums = await findMatchedSums(
    tx,
    found.map(({ attemptId }) => attemptId),
  );
  const none = { credited: false, returnedMinor: 0n };
  return found.map((one) => ({ ...one, ...(sums.get(one.attemptId) ?? none) }));
}

/** What a credit that names a payment may differ in while its money has arrived. */
const DIFFERS_IN_SUM: ReadonlySet<Problem> = new Set(["amount_differs", "currency_differs"]);

/**
 * Stores an entry's match, and settles or reverses its payment. A credit of another amount or currency settles nothing: it
 * becomes an exception of the payment. An entry that named another payment before the lock names several.
 */
export async function applyMatch(
  tx: Tx,
  id: string,
  entry: Entry,
  { match, payment, request }: Locked,
  { note = null, debtor }: { note?: string | null; debtor?: Debtor | undefined },
): Promise<void> {
  if (!payment) return setDecision(tx, id, { ...decisionOf(match), note });
  if (payment.paymentRequestId !== request?.id) return setDecision(tx, id, decisionOf(SEVERAL));
  const isMatched = match.state === "matched";
  const hasArrived = isMatched || (match.state === "differs" && DIFFERS_IN_SUM.has(match.problem));
  if (entry.direction === "credit" && hasArrived) {
    const { amountMinor, currency } = entry;
    // A credit that only has the reference may be a transfer from an account that is not the customer's.
    const isSure = isMatched && match.by === "end_to_end_id";
    const credit = { amountMinor, currency, source: "recon", debtor: isSure ? debtor : undefined } as const;
    await settleByCredit(tx, request, payment.attemptId, credit);
  }
  if (entry.direction === "debit" && isMatched) {
    const returnedMinor = newlyReturned(payment, entry);
    const returned = { returnedMinor, reason: entry.returnReason, source: "recon" } as const;
    if (returnedMinor > 0n) await reversePayment(tx, request, payment.attemptId, returned);
  }
  return setDecision(tx, id, { ...decisionOf(match), note });
}

function decisionOf(match: Match): EntryDecision {
  return {
    state: match.state,
    attemptId: "attemptId" in match ? match.attemptId : null,
    matchedBy: match.state === "matched" ? match.by : null,
    problem: "problem" in match ? match.problem : null,
  };
}
