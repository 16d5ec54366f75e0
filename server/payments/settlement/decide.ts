import { type Money, toDecimalString } from "../../lib/money/money";
import type { AttemptInput, Decision, Facts, PaymentException } from "../attempts/attempt-facts";
import { bankEventOf } from "../attempts/attempt-states";
import { decideApproval } from "./decide-approval";
import { decideReport } from "./decide-report";
import { decideSubmission } from "./decide-submission";
import { endUnpaid, misconfigured, moveTo, NOTHING, noted, pay, stateAfter } from "./decision-parts";

const REVERSED_BEFORE: PaymentException = { kind: "paid_after_end", detail: "The payment had been returned." };

/** Money on the receiving account settles the attempt from any state, whatever the bank's status. Another amount settles nothing. */
function decideCredit(facts: Facts, input: Extract<AttemptInput, { kind: "credited" }>): Decision {
  const { attempt, request } = facts;
  if (input.amountMinor !== request.amountMinor || input.currency !== request.currency) {
    const text = (money: Money) => `${toDecimalString(money)} ${money.currency}`;
    return noted({ kind: "amount_differs", detail: `${text(input)} arrived, ${text(request)} were due.` });
  }
  const to = stateAfter(attempt, "credited");
  if (to === null) return NOTHING;
  if (!attempt.paid) return pay(facts, { to, rawStatus: null });
  const settled = { ...NOTHING, attempt: moveTo(to, { closed: true }) };
  // The bank had reversed the whole payment, and the merchant was notified.
  const wasReversed = attempt.closed && request.reversedMinor === request.amountMinor;
  return wasReversed ? { ...settled, exceptions: [REVERSED_BEFORE] } : settled;
}

/** Adds a return to the earlier ones, up to the amount paid. */
function decideReturn(facts: Facts, input: Extract<AttemptInput, { kind: "returned" }>): Decision {
  const { attempt, request } = facts;
  if (request.status !== "completed" || request.paidAttemptId !== attempt.id) return NOTHING;
  const left = request.amountMinor - request.reversedMinor;
  const returnedMinor = input.returnedMinor < left ? input.returnedMinor : left;
  if (returnedMinor <= 0n) return NOTHING;
  return { ...NOTHING, request: { kind: "reverse", returnedMinor, reason: input.reason } };
}

/**
 * Decides what follows from an event of an attempt. Pure, and the only place where this is decided. The caller holds the
 * locks of link, request and attempt, and writes the whole decision or nothing. Events may come at any time: repeated,
 * late or out of order they change nothing.
 */
export function decide(facts: Facts, input: AttemptInput): Decision {
  switch (input.kind) {
    case "start_accepted":
    case "start_refused":
    case "start_unknown":
      return decideStart(facts, input);
    case "granted":
    case "denied":
    case "authorisation":
    case "stop":
    case "tick":
      return decideApproval(facts, input);
    case "submit_begun":
    case "submit_accepted":
    case "submit_unknown":
    case "submit_refused":
      return decideSubmission(facts, input);
    case "reported":
      return decideReport(facts, input);
    case "credited":
      return decideCredit(facts, input);
    case "returned":
      return decideReturn(facts, input);
  }
}

type Input = Extract<AttemptInput, { kind: "start_accepted" | "start_refused" | "start_unknown" }>;

/**
 * Decides about the result of an initiation. Certainly not started: the request is as before. Unknown: the same where the
 * customer would have to visit the bank, because there is no address to visit; where the bank may ask in its own app, the
 * request counts as initiated and polling continues (contract §5).
 */
function decideStart(facts: Facts, input: Input): Decision {
  const { attempt } = facts;
  const beforeStart = attempt.state === "INITIATING";
  if (input.kind === "start_accepted") {
    const reported = bankEventOf(input.isoStatus, undefined);
    if (reported === "bank_rejected" || reported === "bank_cancelled") {
      return decideStart(facts, { kind: "start_refused", code: input.isoStatus, ours: false });
    }
    const to = stateAfter(attempt, "start_accepted");
    if (to === null) return NOTHING;
    const change = moveTo(to, { rawStatus: input.isoStatus, handedOver: true });
    return { ...NOTHING, attempt: change, initiated: true, keep: true };
  }
  const to = stateAfter(attempt, input.kind);
  if (to === null) return NOTHING;
  if (to === "INIT_UNKNOWN") return { ...NOTHING, attempt: moveTo(to, { reason: input.code }), initiated: true };
  const ended = endUnpaid(facts, { to, reason: input.code, beforeStart });
  return input.kind === "start_refused" ? { ...ended, exceptions: misconfigured(input.ours, input.code) } : ended;
}
