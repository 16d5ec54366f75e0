import type { AttemptFacts, AttemptInput, Decision, Facts, RequestFacts } from "../../payments/attempts/attempt-facts";

const ATTEMPT: AttemptFacts = {
  id: "first",
  state: "AWAITING_AUTH",
  moneyMovesOn: "our-submit",
  finality: "ACSC",
  decoupled: false,
  submitted: false,
  submissionBlocked: false,
  paid: false,
  final: false,
  closed: false,
  changeRequested: false,
  stopRequested: false,
  handedOverForS: 60,
  paidForS: null,
};
const REQUEST: RequestFacts = {
  status: "pending",
  initiated: true,
  initiatedForS: 60,
  cancelRequested: false,
  amountMinor: 2550n,
  currency: "GBP",
  reversedMinor: 0n,
  liveAttemptId: "first",
  paidAttemptId: null,
};
export const PAID: Partial<AttemptFacts> = {
  state: "EXECUTED",
  submitted: true,
  paid: true,
  final: true,
  paidForS: 60,
};
export const COMPLETED: Partial<RequestFacts> = { status: "completed", liveAttemptId: null, paidAttemptId: "first" };

/** An attempt that is at its bank, of a pending request; `concurrent` is the other live attempt. */
export function facts(
  attempt: Partial<AttemptFacts> = {},
  request: Partial<RequestFacts> = {},
  concurrent?: Partial<AttemptFacts>,
): Facts {
  return {
    attempt: { ...ATTEMPT, ...attempt },
    request: { ...REQUEST, ...request },
    concurrent: concurrent ? { ...ATTEMPT, id: "second", ...concurrent } : null,
  };
}
export const reported = (isoStatus: string, reason?: string): AttemptInput => ({ kind: "reported", isoStatus, reason });
/** A summary of a decision. */
export const summary = ({ attempt, request, concurrent, exceptions }: Decision) => ({
  to: attempt?.to ?? null,
  request: request?.kind === "end" ? `${request.status}${request.late ? " late" : ""}` : (request?.kind ?? null),
  concurrent,
  exceptions: exceptions.map(({ kind }) => kind),
});
