import type { AttemptInput, Decision, Facts } from "../attempts/attempt-facts";
import { bankEventOf } from "../attempts/attempt-states";
import { decideReport } from "./decide-report";
import { canBlockSubmission, endUnpaid, misconfigured, moveTo, NOTHING, noted, stateAfter } from "./decision-parts";

type Input = Extract<AttemptInput, { kind: `submit_${string}` }>;

/**
 * Decides about the call that moves the money. It is committed only for the live attempt of a pending request, and not
 * after a block. Once committed, only the bank's answer ends the attempt.
 */
export function decideSubmission(facts: Facts, input: Input): Decision {
  const { attempt } = facts;
  if (attempt.final) return decideAfterEnd(facts, input);
  if (input.kind === "submit_begun") return decideBegin(facts);
  if (input.kind === "submit_accepted") return decideAccepted(facts, input);
  if (input.kind === "submit_refused" && input.certain) {
    const to = stateAfter(attempt, "submit_refused");
    if (to === null) return NOTHING;
    return { ...endUnpaid(facts, { to, reason: input.code }), exceptions: misconfigured(input.ours, input.code) };
  }
  const to = stateAfter(attempt, "submit_unknown");
  return to === null ? NOTHING : { ...NOTHING, attempt: moveTo(to) };
}

/** An answer after the attempt has ended: if the bank accepted the payment, an exception is recorded. */
function decideAfterEnd({ attempt }: Facts, input: Input): Decision {
  if (input.kind !== "submit_accepted") return NOTHING;
  if (attempt.paid) return { ...NOTHING, keep: !attempt.closed };
  const reported = bankEventOf(input.isoStatus, undefined);
  if (reported === "bank_rejected" || reported === "bank_cancelled") return NOTHING;
  const detail = "The bank accepted the payment of an attempt that had already ended.";
  return { ...noted({ kind: "submission_unknown", detail }), keep: true };
}

function decideBegin(facts: Facts): Decision {
  const { attempt, request } = facts;
  const to = canBlockSubmission(attempt) ? stateAfter(attempt, "submit_begun") : null;
  if (to === null) return NOTHING;
  const isWanted = request.status === "pending" && request.liveAttemptId === attempt.id && !attempt.stopRequested;
  if (isWanted && !request.cancelRequested && !attempt.changeRequested) {
    return { ...NOTHING, attempt: moveTo(to, { submitted: true }), keep: true };
  }
  const stopped = stateAfter(attempt, "stopped");
  return stopped === null ? NOTHING : endUnpaid(facts, { to: stopped, reason: null });
}

/** The bank has the payment, whatever its status: the ids for later fetches are stored in any case. */
function decideAccepted(facts: Facts, { isoStatus, reason }: Extract<Input, { kind: "submit_accepted" }>): Decision {
  const { attempt } = facts;
  if (attempt.state !== "SUBMITTING" && attempt.state !== "SUBMIT_UNKNOWN") return NOTHING;
  if (bankEventOf(isoStatus, undefined) !== null) {
    return { ...decideReport(facts, { kind: "reported", isoStatus, reason }), keep: true };
  }
  const to = stateAfter(attempt, "bank_awaiting");
  const exception = noted({ kind: "protocol", detail: `The bank answered ${isoStatus}.` });
  return to === null ? exception : { ...exception, attempt: moveTo(to, { rawStatus: isoStatus }), keep: true };
}
