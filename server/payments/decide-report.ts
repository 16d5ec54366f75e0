import type { Anomaly, AttemptInput, Decision, Facts } from "./attempt-facts";
import { type BankEvent, bankEventOf, isPaid } from "./attempt-states";
import { endUnpaid, moveTo, NOTHING, noted, pay, stateAfter } from "./decision-parts";

type Report = Extract<AttemptInput, { kind: "reported" }>;

/**
 * How the bank says that the payment stands. An unknown code changes nothing; a refusal after the payment was completed
 * in public is no way back: the whole amount is reversed.
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
  return { ...NOTHING, attempt: moveTo(to, { rawStatus, reason }), anomalies: anomaliesOf(event), keep: true };
}

/** The payment is completed; its bank may still say that it went further, or that it did not happen. */
function reportOfPaid(facts: Facts, event: BankEvent, report: Report): Decision {
  const { attempt, request } = facts;
  const { isoStatus: rawStatus, reason = null } = report;
  if (attempt.closed || attempt.state === "SETTLED") return NOTHING;
  if (event === "bank_rejected" || event === "bank_cancelled") {
    const closed = moveTo(attempt.state, { rawStatus, reason, closed: true });
    const left = request.amountMinor - request.reversedMinor;
    // A second debit that its bank takes back is none: the request was paid by another attempt, and stays so.
    if (request.paidAttemptId !== attempt.id || left <= 0n) return { ...NOTHING, attempt: closed };
    const reversed = { kind: "reverse", returnedMinor: left, reason: reason ?? rawStatus } as const;
    return { ...NOTHING, attempt: closed, request: reversed };
  }
  const to = stateAfter(attempt, event);
  const anomalies = anomaliesOf(event);
  if (to === null) return { ...NOTHING, anomalies, keep: true };
  return { ...NOTHING, attempt: moveTo(to, { rawStatus, closed: to === "SETTLED" }), anomalies, keep: true };
}

function anomaliesOf(event: BankEvent): readonly Anomaly[] {
  return event === "bank_disputed" ? [{ kind: "disputed", detail: "The bank has blocked the payment." }] : [];
}
