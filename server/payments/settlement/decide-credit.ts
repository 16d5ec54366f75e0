import type { AttemptInput, Decision, Facts, PaymentException } from "../attempts/attempt-facts";
import { moveTo, NOTHING, noted, pay, stateAfter } from "./decision-parts";

const REVERSED_BEFORE: PaymentException = { kind: "paid_after_end", detail: "The payment had been reversed." };

/** Money on the receiving account settles the attempt from any state, whatever the bank's status. Another amount settles nothing. */
export function decideCredit(facts: Facts, input: Extract<AttemptInput, { kind: "credited" }>): Decision {
  const { attempt, request } = facts;
  if (input.amountMinor !== request.amountMinor || input.currency !== request.currency) {
    const came = `${input.amountMinor} ${input.currency} came`;
    return noted({ kind: "amount_differs", detail: `${came}, ${request.amountMinor} ${request.currency} were due.` });
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
export function decideReturn(facts: Facts, input: Extract<AttemptInput, { kind: "returned" }>): Decision {
  const { attempt, request } = facts;
  if (request.status !== "completed" || request.paidAttemptId !== attempt.id) return NOTHING;
  const left = request.amountMinor - request.reversedMinor;
  const returnedMinor = input.returnedMinor < left ? input.returnedMinor : left;
  if (returnedMinor <= 0n) return NOTHING;
  return { ...NOTHING, request: { kind: "reverse", returnedMinor, reason: input.reason } };
}
