import type { AttemptChange, AttemptFacts, Decision, Facts, RequestFacts } from "../../payments/attempts/attempt-facts";

/**
 * The facts after a decision is written: `write-decision.ts` in memory, so that long stories run without a database.
 * A concurrent attempt to be blocked needs a `decide` of its own, with a `stop`.
 */
export function afterDecision({ request, attempt, concurrent }: Facts, decision: Decision): Facts {
  return {
    request: requestAfter(request, attempt.id, decision),
    attempt: decision.attempt ? attemptAfter(attempt, decision.attempt) : attempt,
    concurrent: concurrent && decision.concurrent === "stop" ? { ...concurrent, stopRequested: true } : concurrent,
  };
}

function attemptAfter(attempt: AttemptFacts, change: AttemptChange): AttemptFacts {
  return {
    ...attempt,
    state: change.to,
    submitted: attempt.submitted || change.submitted,
    submissionBlocked: attempt.submissionBlocked || change.submissionBlocked,
    paid: attempt.paid || change.paid,
    final: attempt.final || change.final,
    closed: change.closed || (attempt.closed && !change.paid),
    handedOverForS: attempt.handedOverForS ?? (change.handedOver ? 0 : null),
    paidForS: attempt.paidForS ?? (change.paid ? 0 : null),
  };
}

function requestAfter(before: RequestFacts, attemptId: string, { request: change, initiated }: Decision): RequestFacts {
  const isFirst = initiated && !before.initiated;
  const request = isFirst ? { ...before, initiated: true, initiatedForS: 0 } : before;
  switch (change?.kind) {
    case undefined:
      return request;
    case "release":
      return { ...request, liveAttemptId: null };
    case "reverse":
      return { ...request, reversedMinor: request.reversedMinor + change.returnedMinor };
    case "end":
      return {
        ...request,
        status: change.status,
        liveAttemptId: null,
        paidAttemptId: change.status === "completed" ? attemptId : request.paidAttemptId,
      };
  }
}
