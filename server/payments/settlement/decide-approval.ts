import type { AttemptInput, Decision, Facts } from "../attempts/attempt-facts";
import { APPROVAL_WITHIN_S, POLL_AFTER_PAID_FOR_S, UNRESOLVED_AFTER_H } from "../requests/rules";
import { canBlockSubmission, endUnpaid, moveTo, NOTHING, noted, stateAfter } from "./decision-parts";

type Input = Extract<AttemptInput, { kind: "granted" | "denied" | "authorisation" | "stop" | "tick" }>;

/** Decides about the customer's approval, a refusal, a stop, or the clock. */
export function decideApproval(facts: Facts, input: Input): Decision {
  switch (input.kind) {
    case "granted":
      return decideGrant(facts);
    case "denied":
      return decideDenial(facts, "denied", input.reason);
    case "authorisation":
      return decideAuthorisation(facts, input);
    case "stop":
      return decideStop(facts, input);
    case "tick":
      return decideTick(facts);
  }
}

/** Whether a return may still be exchanged at the bank: not if the submission is blocked or its time is over. */
export function mayCompleteReturn({ request, attempt }: Facts): boolean {
  if (attempt.final || attempt.submissionBlocked) return false;
  if (attempt.moneyMovesOn === "psu-sca") return attempt.state === "AWAITING_AUTH";
  const inTime = attempt.handedOverForS === null || attempt.handedOverForS < APPROVAL_WITHIN_S;
  return attempt.state === "AWAITING_AUTH" && inTime && request.status === "pending" && !request.cancelRequested;
}

/** The request has ended, is being cancelled, or was paid by another attempt: the attempt must not go ahead. */
export function isUnwanted({ request, attempt }: Facts): boolean {
  return request.status !== "pending" || request.cancelRequested || attempt.stopRequested;
}

function decideGrant(facts: Facts): Decision {
  const { attempt } = facts;
  if (attempt.final || attempt.submissionBlocked) return NOTHING;
  // Where the customer's approval itself moves the money, the grant is only for fetching the status.
  if (attempt.moneyMovesOn === "psu-sca") return { ...NOTHING, keep: true };
  const to = stateAfter(attempt, "granted");
  return to === null ? NOTHING : { ...NOTHING, attempt: moveTo(to, { authorised: true }), keep: true };
}

/** A browser can return twice with different results: only the bank can withdraw an approval that was used. */
function decideDenial(facts: Facts, event: "denied" | "consent_rejected", reason: string): Decision {
  const to = facts.attempt.final ? null : stateAfter(facts.attempt, event);
  return to === null ? NOTHING : endUnpaid(facts, { to, reason });
}

type Authorisation = Extract<AttemptInput, { kind: "authorisation" }>;

function decideAuthorisation(facts: Facts, { state, lost, over = false }: Authorisation): Decision {
  const { attempt } = facts;
  if (attempt.final) return NOTHING;
  if (state === "rejected") return decideDenial(facts, "consent_rejected", "rejected");
  if (state === "consumed" && !attempt.submitted) {
    return noted({ kind: "protocol", detail: "The bank reports that an approval was used that was never submitted." });
  }
  // The one token that could use the approval is lost: no money moved, and none can.
  if (state === "authorised" && lost && attempt.state === "AWAITING_AUTH")
    return blockSubmission(facts, "authorisation_lost");
  // Cancelled, so it is not sent again: the bank's unused approval ends it.
  const to = state === "authorised" && over && isUnwanted(facts) ? stateAfter(attempt, "submit_refused") : null;
  return to === null ? NOTHING : endUnpaid(facts, { to, reason: null });
}

/**
 * We can stop only a payment that our own call would move; elsewhere the bank is asked to cancel, and its answer decides.
 * Once the submission is committed, only a cancellation stops it: no other bank is allowed any more.
 */
function decideStop(facts: Facts, { why, unsent = false }: Extract<AttemptInput, { kind: "stop" }>): Decision {
  const { attempt, request } = facts;
  const isUnsent = unsent && attempt.state === "SUBMITTING" && why !== "change";
  if (!canBlockSubmission(attempt) && !isUnsent) return NOTHING;
  const to = stateAfter(attempt, "stopped");
  if (to === null) return NOTHING;
  const requested = {
    attempt: { ...attempt, changeRequested: attempt.changeRequested || why === "change" },
    request: { ...request, cancelRequested: request.cancelRequested || why !== "change" },
  };
  return endUnpaid(
    { ...facts, ...requested },
    { to, reason: why === "link_paid" || why === "link_cancelled" ? why : null },
  );
}

function decideTick(facts: Facts): Decision {
  const { attempt, request } = facts;
  if (attempt.paid && !attempt.closed && (attempt.paidForS ?? 0) >= POLL_AFTER_PAID_FOR_S) {
    return { ...NOTHING, attempt: moveTo(attempt.state, { closed: true }) };
  }
  if (
    attempt.state === "AWAITING_AUTH" &&
    (attempt.handedOverForS ?? 0) >= APPROVAL_WITHIN_S &&
    canBlockSubmission(attempt)
  ) {
    return blockSubmission(facts, "not_approved");
  }
  const isUnresolved = !attempt.final && (request.initiatedForS ?? 0) >= UNRESOLVED_AFTER_H * 3600;
  if (!isUnresolved) return NOTHING;
  return noted({ kind: "unresolved", detail: `No final answer after ${UNRESOLVED_AFTER_H} hours.` });
}

function blockSubmission(facts: Facts, reason: string): Decision {
  const to = canBlockSubmission(facts.attempt) ? stateAfter(facts.attempt, "timed_out") : null;
  return to === null ? NOTHING : endUnpaid(facts, { to, reason });
}
