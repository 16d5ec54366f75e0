import type { Anomaly, AttemptChange, AttemptFacts, Decision, Facts, RequestChange } from "./attempt-facts";
import { type AttemptEvent, type AttemptState, nextState } from "./attempt-states";

/** Nothing changes. */
export const NOTHING: Decision = {
  attempt: null,
  request: null,
  initiated: false,
  rival: null,
  anomalies: [],
  keep: false,
};

/** Nothing changes, but a person is told. */
export function noted(anomaly: Anomaly): Decision {
  return { ...NOTHING, anomalies: [anomaly] };
}

/** Where an event leads this attempt; `paysNow`: the bank's word counts as paid. */
export function stateAfter(attempt: AttemptFacts, event: AttemptEvent, paysNow = false): AttemptState | null {
  const { moneyMovesOn, decoupled, paid } = attempt;
  return nextState(attempt.state, event, { moneyMovesOn, decoupled, paid, paysNow });
}

/** What a person is told where the bank refused because of us. */
export function misconfigured(ours: boolean, code: string): readonly Anomaly[] {
  return ours ? [{ kind: "refused_by_configuration", detail: `The bank refused: ${code}.` }] : [];
}

/** A move to a state without any stamp. */
export function moveTo(to: AttemptState, said: Partial<Omit<AttemptChange, "to">> = {}): AttemptChange {
  return {
    to,
    rawStatus: null,
    reason: null,
    barred: false,
    submitted: false,
    handedOver: false,
    authorised: false,
    paid: false,
    final: false,
    closed: false,
    ...said,
  };
}

/** Where only our call moves the money and it was not committed, a bar makes sure that it never is. */
export function canBar({ moneyMovesOn, submitted, barred, final }: AttemptFacts): boolean {
  return moneyMovesOn === "our-submit" && !submitted && !barred && !final;
}

export type End = {
  to: AttemptState;
  rawStatus?: string | null;
  reason: string | null;
  /** Its bank never had it: the request is as it was before. */
  beforeStart?: boolean;
};

/** The attempt ends without money: nothing was or will be debited by it. */
export function endUnpaid(facts: Facts, { to, rawStatus = null, reason, beforeStart = false }: End): Decision {
  const attempt = moveTo(to, { rawStatus, reason, final: true, closed: true, barred: canBar(facts.attempt) });
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
 * The attempt has paid. The request completes, once; a live attempt beside it is stopped. What cannot complete it is a
 * second debit, or money after an end that no bank had a part in: a person sees it.
 */
export function pay(facts: Facts, change: { to: AttemptState; rawStatus: string | null }): Decision {
  const { request, rival } = facts;
  const closed = change.to === "SETTLED";
  const paid: Decision = {
    ...NOTHING,
    keep: true,
    attempt: moveTo(change.to, { ...change, paid: true, final: true, closed }),
  };
  if (request.status === "completed") {
    const detail = request.paidAttemptId ?? "";
    return { ...paid, anomalies: [{ kind: "second_debit", detail: `The request was paid by attempt ${detail}.` }] };
  }
  const wasLive = request.status === "pending";
  if (!wasLive && (!request.initiated || request.status === "expired")) {
    return { ...paid, anomalies: [{ kind: "paid_after_end", detail: `The request was ${request.status}.` }] };
  }
  return {
    ...paid,
    initiated: !request.initiated,
    request: { kind: "end", status: "completed", reason: null, late: !wasLive },
    rival: rival && (canBar(rival) ? "bar" : "stop"),
  };
}
