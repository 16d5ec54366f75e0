import type {
  AttemptChange,
  AttemptFacts,
  Decision,
  Facts,
  PaymentException,
  RequestChange,
} from "../attempts/attempt-facts";
import { type AttemptEvent, type AttemptState, nextState } from "../attempts/attempt-states";

/** Nothing changes. */
export const NOTHING: Decision = {
  attempt: null,
  request: null,
  initiated: false,
  concurrent: null,
  exceptions: [],
  keep: false,
};

/** Nothing changes, but an exception is recorded. */
export function noted(exception: PaymentException): Decision {
  return { ...NOTHING, exceptions: [exception] };
}

/** The next state of this attempt; `paysNow`: the bank's status counts as paid. */
export function stateAfter(attempt: AttemptFacts, event: AttemptEvent, paysNow = false): AttemptState | null {
  const { moneyMovesOn, decoupled, paid } = attempt;
  return nextState(attempt.state, event, { moneyMovesOn, decoupled, paid, paysNow });
}

/** The exception if the bank refused because of our request or registration. */
export function misconfigured(ours: boolean, code: string): readonly PaymentException[] {
  return ours ? [{ kind: "refused_by_configuration", detail: `The bank refused: ${code}.` }] : [];
}

/** A transition; timestamps are set only if named. */
export function moveTo(to: AttemptState, changes: Partial<Omit<AttemptChange, "to">> = {}): AttemptChange {
  return {
    to,
    rawStatus: null,
    reason: null,
    submissionBlocked: false,
    submitted: false,
    handedOver: false,
    authorised: false,
    paid: false,
    final: false,
    closed: false,
    ...changes,
  };
}

/** Whether blocking the submission ensures that no money moves: only our call moves it, and it was not committed. */
export function canBlockSubmission({ moneyMovesOn, submitted, submissionBlocked, final }: AttemptFacts): boolean {
  return moneyMovesOn === "our-submit" && !submitted && !submissionBlocked && !final;
}

type End = {
  to: AttemptState;
  rawStatus?: string | null;
  reason: string | null;
  /** Its bank never had it: the request is as before. */
  beforeStart?: boolean;
};

/** The attempt ends unpaid: nothing was or will be debited by it. */
export function endUnpaid(facts: Facts, { to, rawStatus = null, reason, beforeStart = false }: End): Decision {
  const attempt = moveTo(to, {
    rawStatus,
    reason,
    final: true,
    closed: true,
    submissionBlocked: canBlockSubmission(facts.attempt),
  });
  return { ...NOTHING, attempt, request: requestAfterUnpaid(facts, to, reason ?? rawStatus, beforeStart) };
}

function requestAfterUnpaid(
  { request, attempt }: Facts,
  to: AttemptState,
  reason: string | null,
  beforeStart: boolean,
): RequestChange | null {
  if (request.liveAttemptId !== attempt.id) return null;
  if (request.status !== "pending") return { kind: "release", renewed: false };
  if (request.cancelRequested)
    return { kind: "end", status: "cancelled", reason: beforeStart ? null : reason, late: false };
  if (attempt.changeRequested) return { kind: "release", renewed: true };
  if (beforeStart) return { kind: "release", renewed: false };
  return { kind: "end", status: to === "CANCELLED" ? "cancelled" : "failed", reason, late: false };
}

/**
 * The attempt has paid. The request completes, once; a concurrent live attempt is stopped. A second debit, and money
 * after an end that no bank had a part in, complete nothing: an exception is recorded.
 */
export function pay(facts: Facts, change: { to: AttemptState; rawStatus: string | null }): Decision {
  const { request, concurrent } = facts;
  const closed = change.to === "SETTLED";
  const paid: Decision = {
    ...NOTHING,
    keep: true,
    attempt: moveTo(change.to, { ...change, paid: true, final: true, closed }),
  };
  if (request.status === "completed") {
    const detail = request.paidAttemptId ?? "";
    return { ...paid, exceptions: [{ kind: "second_debit", detail: `The request was paid by attempt ${detail}.` }] };
  }
  const wasLive = request.status === "pending";
  if (!wasLive && (!request.initiated || request.status === "expired")) {
    return { ...paid, exceptions: [{ kind: "paid_after_end", detail: `The request was ${request.status}.` }] };
  }
  return {
    ...paid,
    initiated: !request.initiated,
    request: { kind: "end", status: "completed", reason: null, late: !wasLive },
    // One that is being started can't be blocked: the process that starts it stops it afterwards.
    concurrent: concurrent && (canBlockSubmission(concurrent) && stateAfter(concurrent, "stopped") ? "block" : "stop"),
  };
}
