import { APPROVAL_WITHIN_S, type PollFacts } from "../requests/rules";
import type { RequestRow } from "../requests/store";
import type { AttemptChange, AttemptFacts, Facts, RequestFacts } from "./attempt-facts";
import type { AttemptRow } from "./attempt-store";
import type { CallRow } from "./bank-call-store";

/** The facts of a decision, from rows that the caller has read or locked. `concurrent`: the request's live attempt, if it is another one. */
export function factsOf(request: RequestRow, attempt: AttemptRow, concurrent: AttemptRow | null): Facts {
  return {
    request: requestFactsOf(request),
    attempt: attemptFactsOf(attempt),
    concurrent: concurrent && attemptFactsOf(concurrent),
  };
}

function requestFactsOf(row: RequestRow): RequestFacts {
  return {
    status: row.status,
    initiated: row.initiatedAt !== null,
    initiatedForS: row.initiatedForS,
    cancelRequested: row.cancelRequestedAt !== null,
    amountMinor: row.amount,
    currency: row.currency,
    reversedMinor: row.reversedAmount ?? 0n,
    liveAttemptId: row.liveAttemptId,
    paidAttemptId: row.paidAttemptId,
  };
}

function attemptFactsOf(row: AttemptRow): AttemptFacts {
  const { id, state, moneyMovesOn, finality, decoupled, handedOverForS, paidForS } = row;
  return {
    id,
    state,
    moneyMovesOn,
    finality,
    decoupled,
    submitted: row.submittedAt !== null,
    submissionBlocked: row.submissionBlockedAt !== null,
    paid: row.paidAt !== null,
    final: row.finalAt !== null,
    closed: row.closedAt !== null,
    changeRequested: row.changeRequestedAt !== null,
    stopRequested: row.stopRequestedAt !== null,
    handedOverForS,
    paidForS,
  };
}

/** Whether the bank has, or may have, the payment. */
export function wasStarted({ state, handedOverForS }: Pick<AttemptRow, "state" | "handedOverForS">): boolean {
  return handedOverForS !== null || state === "INIT_UNKNOWN" || state === "SETTLED";
}

/** Why an attempt failed whose approval the bank rejected (decide-approval.ts). */
const APPROVAL_REJECTED = "rejected";

/**
 * Whether the bank itself refused a failed attempt. It did not if our time limit ended the attempt, if the approval was
 * lost, or if the bank could not accept our request or registration. `submission`: how the last submission ended.
 */
export function isRefusedByBank(
  { state, rawStatus, reason, submittedAt }: Pick<AttemptRow, "state" | "rawStatus" | "reason" | "submittedAt">,
  submission: CallRow["outcome"],
): boolean {
  if (state !== "FAILED") return false;
  if (rawStatus === "RJCT" || reason === APPROVAL_REJECTED) return true;
  return submittedAt !== null && submission !== "invalid" && submission !== "auth";
}

type PolledAttempt = Pick<
  AttemptRow,
  "state" | "moneyMovesOn" | "decoupled" | "scaRedirectUrl" | "ageS" | "returnedAt" | "paidAt" | "handedOverForS"
>;

/** What the time of the next poll depends on, once a change is written. */
export function pollFactsOf(attempt: PolledAttempt, polls: number, change: AttemptChange | null = null): PollFacts {
  const { ageS, returnedAt, paidAt, moneyMovesOn } = attempt;
  const inApp = attempt.decoupled && attempt.scaRedirectUrl === null;
  const waits = moneyMovesOn === "our-submit" && (change?.to ?? attempt.state) === "AWAITING_AUTH";
  const blockedInS = waits ? APPROVAL_WITHIN_S - (attempt.handedOverForS ?? 0) : null;
  const paid = change?.paid === true || paidAt !== null;
  return { polls, ageS, returned: returnedAt !== null, paid, inApp, blockedInS };
}
