import type { AttemptInput, Decision, Facts } from "./attempt-facts";
import { canBar, endUnpaid, moveTo, NOTHING, noted, stateAfter } from "./decision-parts";
import { APPROVAL_WITHIN_S, ASK_AFTER_PAID_FOR_S, UNRESOLVED_AFTER_H } from "./rules";

type Input = Extract<AttemptInput, { kind: "granted" | "denied" | "authorisation" | "stop" | "tick" }>;

/** The shopper's approval, or what takes its place: a refusal, a stop, the clock. */
export function decideApproval(facts: Facts, input: Input): Decision {
  switch (input.kind) {
    case "granted":
      return decideGrant(facts);
    case "denied":
      return decideDenial(facts, "denied", input.reason);
    case "authorisation":
      return decideAuthorisation(facts, input);
    case "stop":
      return decideStop(facts, input.why);
    case "tick":
      return decideTick(facts);
  }
}

/** Whether what a return brings may still be taken to the bank: never for an attempt that is barred, or that time has barred. */
export function mayCompleteReturn({ request, attempt }: Facts): boolean {
  if (attempt.final || attempt.barred) return false;
  if (attempt.moneyMovesOn === "psu-sca") return attempt.state === "AWAITING_AUTH";
  const inTime = attempt.handedOverForS === null || attempt.handedOverForS < APPROVAL_WITHIN_S;
  return attempt.state === "AWAITING_AUTH" && inTime && request.status === "pending" && !request.cancelRequested;
}

/** Nobody wants this payment any more, or another attempt has made it: nothing of ours may let it go ahead. */
export function isUnwanted({ request, attempt }: Facts): boolean {
  return request.status !== "pending" || request.cancelRequested || attempt.stopRequested;
}

function decideGrant(facts: Facts): Decision {
  const { attempt } = facts;
  if (attempt.final || attempt.barred) return NOTHING;
  // Where the shopper's approval itself moves the money, the grant is only for asking.
  if (attempt.moneyMovesOn === "psu-sca") return { ...NOTHING, keep: true };
  const to = stateAfter(attempt, "granted");
  return to === null ? NOTHING : { ...NOTHING, attempt: moveTo(to, { authorised: true }), keep: true };
}

/** A browser can come back twice, with different words: only the bank itself takes an approval back that was used. */
function decideDenial(facts: Facts, event: "denied" | "consent_rejected", reason: string): Decision {
  const to = facts.attempt.final ? null : stateAfter(facts.attempt, event);
  return to === null ? NOTHING : endUnpaid(facts, { to, reason });
}

type Authorisation = Extract<AttemptInput, { kind: "authorisation" }>;

function decideAuthorisation(facts: Facts, { state, lost }: Authorisation): Decision {
  const { attempt } = facts;
  if (attempt.final) return NOTHING;
  if (state === "rejected") return decideDenial(facts, "consent_rejected", "rejected");
  if (state === "consumed" && !attempt.submitted) {
    return noted({ kind: "protocol", detail: "The bank says that an approval was used which was never submitted." });
  }
  // The one token that could have used the approval is gone: nothing moved, and nothing will.
  if (state === "authorised" && lost && attempt.state === "AWAITING_AUTH") return bar(facts, "authorisation_lost");
  return NOTHING;
}

/** Only what our own call would move can be stopped by ourselves; elsewhere the bank is asked, and its answer decides. */
function decideStop(facts: Facts, why: Extract<AttemptInput, { kind: "stop" }>["why"]): Decision {
  const { attempt, request } = facts;
  if (!canBar(attempt)) return NOTHING;
  const to = stateAfter(attempt, "stopped");
  if (to === null) return NOTHING;
  const wished = {
    attempt: { ...attempt, changeRequested: attempt.changeRequested || why === "change" },
    request: { ...request, cancelRequested: request.cancelRequested || why !== "change" },
  };
  return endUnpaid(
    { ...facts, ...wished },
    { to, reason: why === "link_paid" || why === "link_cancelled" ? why : null },
  );
}

function decideTick(facts: Facts): Decision {
  const { attempt, request } = facts;
  if (attempt.paid && !attempt.closed && (attempt.paidForS ?? 0) >= ASK_AFTER_PAID_FOR_S) {
    return { ...NOTHING, attempt: moveTo(attempt.state, { closed: true }) };
  }
  if (attempt.state === "AWAITING_AUTH" && (attempt.handedOverForS ?? 0) >= APPROVAL_WITHIN_S && canBar(attempt)) {
    return bar(facts, "not_approved");
  }
  const isUnresolved = !attempt.final && (request.initiatedForS ?? 0) >= UNRESOLVED_AFTER_H * 3600;
  if (!isUnresolved) return NOTHING;
  return noted({ kind: "unresolved", detail: `No final answer after ${UNRESOLVED_AFTER_H} hours.` });
}

function bar(facts: Facts, reason: string): Decision {
  const to = canBar(facts.attempt) ? stateAfter(facts.attempt, "timed_out") : null;
  return to === null ? NOTHING : endUnpaid(facts, { to, reason });
}
