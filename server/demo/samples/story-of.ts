import { toDecimalString } from "../../lib/money/money";
import type { AttemptFacts } from "../../payments/attempts/attempt-facts";
import { sampleId } from "./dice";
import type { SampleBank, SamplePayment } from "./plan-payments";

type Source = "initiation" | "return" | "poll" | "cancellation" | "submission" | "recon";

type SampleMove = { to: AttemptFacts["state"]; rawStatus: string | null; source: Source; at: Date };

export type SampleAttempt = {
  id: string;
  bank: SampleBank;
  moneyMovesOn: "psu-sca" | "our-submit";
  moves: SampleMove[];
  reason: string | null;
  /** The credit was seen on the account; null: none, or of another amount. */
  bookedAt: Date | null;
  /** The customer chose another bank. */
  changeRequestedAt: Date | null;
};

export type SampleEventType = "pending" | "succeeded" | "failed" | "cancelled" | "expired" | "reversed";

/** What happened to a payment, in the order in which it happened. */
export type SampleStory = {
  status: "completed" | "failed" | "cancelled" | "expired";
  statusReason: string | null;
  late: boolean;
  attempts: SampleAttempt[];
  /** The attempt that completed it. */
  paid: SampleAttempt | null;
  completedAt: Date | null;
  events: { type: SampleEventType; at: Date }[];
  returned: { amount: number; reason: string; at: Date } | null;
  exception: { kind: string; detail: string; attempt: SampleAttempt; at: Date; resolvedNote: string | null } | null;
};

const REFUSALS = ["AM04", "AM04", "AM04", "AM14", "AM02", "AC06", "AG01", "MS03"];
const NOTE_OF_SECOND = "The bank confirmed a second debit. Returned to the customer by hand.";
const NOTE_OF_AMOUNT = "The bank had kept its fee. The customer paid the rest by card.";
/** The validity of a payment token, and the time for an approval where our call moves the money. */
const TOKEN_S = 15 * 60;
const APPROVAL_S = 30 * 60;
const DAY_S = 24 * 3600;
/** Exceptions older than this have been resolved. */
const OPEN_DAYS = 45;
export const RESOLVED_AFTER_MS = 3 * 3_600_000;

const after = (at: Date, seconds: number) => new Date(at.getTime() + Math.round(seconds * 1000));

/** The whole story of a sample, as the product would have written it. */
export function storyOf(payment: SamplePayment, now: Date): SampleStory {
  const { end, createdAt, choosesAfterS } = payment;
  if (end === "cancelled") return withoutAttempt("cancelled", after(createdAt, choosesAfterS + 20));
  if (end === "expired") return withoutAttempt("expired", after(createdAt, TOKEN_S + 2));
  if (end === "refused" || end === "declined" || end === "not_approved") return unpaid(payment);
  return paid(payment, now);
}

function withoutAttempt(status: "cancelled" | "expired", at: Date): SampleStory {
  return { ...NOTHING, status, events: [{ type: status, at }] };
}

const NOTHING = {
  statusReason: null,
  late: false,
  attempts: [],
  paid: null,
  completedAt: null,
  returned: null,
  exception: null,
};

/** An attempt that its bank has, and waits for the customer. */
function begun(payment: SamplePayment, at: Date, nth = 0): SampleAttempt {
  return {
    id: sampleId("attempt", `${payment.id} ${nth}`),
    bank: payment.bank,
    moneyMovesOn: payment.currency === "GBP" ? "our-submit" : "psu-sca",
    moves: [
      { to: "INITIATING", rawStatus: null, source: "initiation", at },
      { to: "AWAITING_AUTH", rawStatus: "RCVD", source: "initiation", at: after(at, 0.42) },
    ],
    reason: null,
    bookedAt: null,
    changeRequestedAt: null,
  };
}

/** The moves from the approval until our call that moves the money, where there is one. */
function approved({ moneyMovesOn }: SampleAttempt, at: Date): SampleMove[] {
  if (moneyMovesOn === "psu-sca") return [];
  return [
    { to: "AUTHORISED", rawStatus: null, source: "return", at },
    { to: "SUBMITTING", rawStatus: null, source: "submission", at: after(at, 0.2) },
  ];
}

const pendingAt = ({ moves }: SampleAttempt) => moves[1]?.at ?? new Date(0);
const approvalAt = (payment: SamplePayment, attempt: SampleAttempt) =>
  after(pendingAt(attempt), payment.approvesAfterS);

function unpaid(payment: SamplePayment): SampleStory {
  const { end, createdAt, choosesAfterS, id } = payment;
  const attempt = begun(payment, after(createdAt, choosesAfterS));
  const isOurs = attempt.moneyMovesOn === "our-submit";
  const at = approvalAt(payment, attempt);
  const ended = (to: "FAILED" | "CANCELLED", rawStatus: string | null, source: Source, when: Date, reason: string) => {
    attempt.moves.push({ to, rawStatus, source, at: when });
    attempt.reason = reason;
  };
  if (end === "refused") {
    attempt.moves.push(...approved(attempt, at));
    const reason = REFUSALS[Number.parseInt(id.slice(-2), 16) % REFUSALS.length] ?? "AM04";
    ended("FAILED", "RJCT", isOurs ? "submission" : "return", after(at, 1.1), reason);
  } else if (end === "declined") {
    ended("CANCELLED", isOurs ? null : "CANC", "return", at, isOurs ? "access_denied" : "CUST");
  } else {
    const when = after(pendingAt(attempt), isOurs ? APPROVAL_S + 3 : TOKEN_S);
    ended("FAILED", isOurs ? null : "RJCT", "poll", when, isOurs ? "not_approved" : "DS24");
  }
  const status = end === "declined" ? "cancelled" : "failed";
  const when = attempt.moves.at(-1)?.at ?? at;
  const events = [{ type: "pending" as const, at: pendingAt(attempt) }, { type: status, at: when } as const];
  return { ...NOTHING, status, statusReason: attempt.reason, attempts: [attempt], events };
}

function paid(payment: SamplePayment, now: Date): SampleStory {
  const { end, createdAt, otherBank, choosesAfterS, bookedAfterS } = payment;
  const first = after(createdAt, choosesAfterS);
  if (end === "late") return paidLate(payment, first);
  const other = end === "second_debit" ? begun(payment, first, 1) : null;
  const attempt = other ? begun({ ...payment, bank: otherBank }, after(first, 70)) : begun(payment, first);
  const at = approvalAt(payment, attempt);
  attempt.moves.push(...approved(attempt, at));
  const executedAt = after(at, attempt.moneyMovesOn === "our-submit" ? 0.9 : 0.6);
  const source = attempt.moneyMovesOn === "our-submit" ? "submission" : "return";
  attempt.moves.push({ to: "EXECUTED", rawStatus: "ACSC", source, at: executedAt });
  const bookedAt = after(executedAt, bookedAfterS);
  if (end !== "amount_differs") settle(attempt, bookedAt);
  const story: SampleStory = {
    ...NOTHING,
    status: "completed",
    attempts: other ? [other, attempt] : [attempt],
    paid: attempt,
    completedAt: executedAt,
    events: [
      { type: "pending", at: pendingAt(other ?? attempt) },
      { type: "succeeded", at: executedAt },
    ],
  };
  if (other) return withSecondDebit(story, other, executedAt);
  if (end === "amount_differs") return withOtherAmount(payment, story, attempt, bookedAt, now);
  return end === "paid" ? story : withReturn(payment, story, bookedAt);
}

function settle(attempt: SampleAttempt, at: Date): void {
  attempt.moves.push({ to: "SETTLED", rawStatus: null, source: "recon", at });
  attempt.bookedAt = at;
}

/** The bank reported that the approval ran out of time, and the money arrived later. */
function paidLate(payment: SamplePayment, first: Date): SampleStory {
  const attempt = begun(payment, first);
  const failedAt = after(pendingAt(attempt), TOKEN_S);
  const arrivedAt = after(failedAt, 5 * 3600 + payment.bookedAfterS);
  attempt.moves.push({ to: "FAILED", rawStatus: "RJCT", source: "poll", at: failedAt });
  attempt.reason = "DS24";
  settle(attempt, arrivedAt);
  return {
    ...NOTHING,
    status: "completed",
    late: true,
    attempts: [attempt],
    paid: attempt,
    completedAt: arrivedAt,
    events: [
      { type: "pending", at: pendingAt(attempt) },
      { type: "failed", at: failedAt },
      { type: "succeeded", at: arrivedAt },
    ],
  };
}

/** The customer changed the bank, and then approved at the first one too. */
function withSecondDebit(story: SampleStory, other: SampleAttempt, completedAt: Date): SampleStory {
  const changedAt = after(pendingAt(other), 60);
  const at = after(completedAt, 95);
  other.changeRequestedAt = changedAt;
  other.moves.push({ to: "CANCELLED", rawStatus: "CANC", source: "cancellation", at: changedAt });
  other.moves.push({ to: "EXECUTED", rawStatus: "ACSC", source: "return", at });
  settle(other, after(at, 40));
  const detail = `The request was paid by attempt ${story.paid?.id}.`;
  return {
    ...story,
    exception: { kind: "second_debit", detail, attempt: other, at, resolvedNote: NOTE_OF_SECOND },
  };
}

function withOtherAmount(
  { amount, currency, createdAt }: SamplePayment,
  story: SampleStory,
  attempt: SampleAttempt,
  at: Date,
  now: Date,
): SampleStory {
  const text = (minor: number) => `${toDecimalString({ amountMinor: BigInt(minor), currency })} ${currency}`;
  const detail = `${text(creditedInstead(amount))} arrived, ${text(amount)} were due.`;
  const isOld = now.getTime() - createdAt.getTime() > OPEN_DAYS * DAY_S * 1000;
  const resolvedNote = isOld ? NOTE_OF_AMOUNT : null;
  return { ...story, exception: { kind: "amount_differs", detail, attempt, at, resolvedNote } };
}

/** The amount less the fee that the bank kept, in minor units. */
export function creditedInstead(amount: number): number {
  return amount - Math.min(150, amount - 1);
}

function withReturn({ end, amount, id }: SamplePayment, story: SampleStory, bookedAt: Date): SampleStory {
  const days = 1 + (Number.parseInt(id.slice(-2), 16) % 9);
  const at = after(bookedAt, days * DAY_S);
  const part = Math.max(1, Math.round(amount / 3));
  const returned = end === "returned" ? { amount, reason: "FOCR", at } : { amount: part, reason: "CUST", at };
  return { ...story, returned, events: [...story.events, { type: "reversed", at }] };
}
