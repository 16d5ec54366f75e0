import type { AttemptChange, AttemptFacts, Decision, Facts, RequestFacts } from "./attempt-facts";

/**
 * The facts as they are once a decision is written: the same in memory as `write-decision.ts` does it in the database, so
 * that long stories can be told without one. A rival that is to be barred is: `decide` a `stop` of it.
 */
export function afterDecision({ request, attempt, rival }: Facts, decision: Decision): Facts {
  return {
    request: requestAfter(request, attempt.id, decision),
    attempt: decision.attempt ? attemptAfter(attempt, decision.attempt) : attempt,
    rival: rival && decision.rival === "stop" ? { ...rival, stopRequested: true } : rival,
  };
}

function attemptAfter(attempt: AttemptFacts, change: AttemptChange): AttemptFacts {
  return {
    ...attempt,
    state: change.to,
    submitted: attempt.submitted || change.submitted,
    barred: attempt.barred || change.barred,
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
