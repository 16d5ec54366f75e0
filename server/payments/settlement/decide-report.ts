import type { AttemptInput, Decision, Facts, PaymentException } from "../attempts/attempt-facts";
import { type BankEvent, bankEventOf, isPaid } from "../attempts/attempt-states";
import { endUnpaid, moveTo, NOTHING, noted, pay, stateAfter } from "./decision-parts";

type Report = Extract<AttemptInput, { kind: "reported" }>;

/**
 * Decides about the bank's status. An unknown code changes nothing. A rejection after the payment was completed in public
 * does not fail it: the whole amount is reversed.
 */
export function decideReport(facts: Facts, report: Report): Decision {
  const { attempt } = facts;
  const event = bankEventOf(report.isoStatus, report.scaStatus);
  if (event === null) return noted({ kind: "protocol", detail: `The bank answered ${report.isoStatus}.` });
  if (attempt.paid) return reportOfPaid(facts, event, report);
  const paysNow = isPaid(event, report.isoStatus, attempt.finality);
  const to = stateAfter(attempt, event, paysNow);
  if (to === null) return { ...NOTHING, keep: !attempt.closed };
  if (paysNow) return pay(facts, { to, rawStatus: report.isoStatus });
  const { isoStatus: rawStatus, reason = null } = report;
  if (to === "FAILED" || to === "CANCELLED") return endUnpaid(facts, { to, rawStatus, reason });
  return { ...NOTHING, attempt: moveTo(to, { rawStatus, reason }), exceptions: exceptionsOf(event), keep: true };
}

/** The payment is completed; its bank may still report a later status, or that it failed. */
function reportOfPaid(facts: Facts, event: BankEvent, report: Report): Decision {
  const { attempt, request } = facts;
  const { isoStatus: rawStatus, reason = null } = report;
  if (attempt.closed || attempt.state === "SETTLED") return NOTHING;
  if (event === "bank_rejected" || event === "bank_cancelled") {
    const closed = moveTo(attempt.state, { rawStatus, reason, closed: true });
    const left = request.amountMinor - request.reversedMinor;
    // The bank reversed a second debit: the request stays paid by the other attempt.
    if (request.paidAttemptId !== attempt.id || left <= 0n) return { ...NOTHING, attempt: closed };
    const reversed = { kind: "reverse", returnedMinor: left, reason: reason ?? rawStatus } as const;
    return { ...NOTHING, attempt: closed, request: reversed };
  }
  const to = stateAfter(attempt, event);
  const exceptions = exceptionsOf(event);
  if (to === null) return { ...NOTHING, exceptions, keep: true };
  return { ...NOTHING, attempt: moveTo(to, { rawStatus, closed: to === "SETTLED" }), exceptions, keep: true };
}

function exceptionsOf(event: BankEvent): readonly PaymentException[] {
  return event === "bank_disputed" ? [{ kind: "disputed", detail: "The bank has blocked the payment." }] : [];
}
