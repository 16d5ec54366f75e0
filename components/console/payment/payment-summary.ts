import { groupDigits } from "../../ui/money";
import { timeText } from "../../ui/time/time";
import { exceptionText } from "./exception-labels";
import { formatPaymentStatus, type PaymentState, paymentState } from "./payment-state";
import { type EndpointDelivery, endpointDeliveries } from "./payment-webhooks";
import { formatStatusReason, isOwnReason } from "./status-reasons";
import type { PaymentDetail } from "./timeline-item";

type Payment = PaymentDetail["payment"];

/** States of an attempt that the customer has approved. */
const APPROVED = new Set(["AUTHORISED", "SUBMITTING", "ACCEPTED", "EXECUTED", "SETTLED"]);

/** When the attempt that paid, else the last one, reached one of these states; null: not yet. */
function reached({ transitions, attempt }: Payment, states: ReadonlySet<string>): string | null {
  return transitions.find(({ attemptId, toState }) => attemptId === attempt?.id && states.has(toState))?.at ?? null;
}

function settledAt(payment: Payment): string | null {
  const credit = payment.bankTransactions.find(({ direction }) => direction === "credit");
  return credit?.at ?? reached(payment, new Set(["SETTLED"]));
}

/** The state of a payment in a sentence (`lead`), and what follows from it (`more`). Dates are those of `zone`. */
export function paymentSummary({ payment, events }: PaymentDetail, zone: string): { lead: string; more: string } {
  const { lead, more = "" } = sentences(payment, zone);
  return { lead, more: [more, webhookSentence(events)].filter(Boolean).join(" ") };
}

/** `ahead`: it has not happened. `current`: the payment waits for it. */
export type Milestone = { name: string; at: string | null; kind: "done" | "bad" | "warn" | "current" | "ahead" };

const ENDS: Partial<Record<PaymentState, Milestone["kind"]>> = { failed: "bad", cancelled: "warn", expired: "warn" };

/** The main moments of a payment in order: those that it reached, and those that it can still reach. */
export function paymentMilestones({ payment, events }: PaymentDetail): Milestone[] {
  const state = paymentState(payment);
  const approvedAt = reached(payment, APPROVED);
  const ended = ENDS[state];
  const moments: Milestone[] = [
    { name: "Created", at: payment.createdAt, kind: "done" },
    ...(ended && approvedAt === null ? [] : [{ name: "Approved", at: approvedAt, kind: "done" as const }]),
  ];
  if (ended) {
    const at = events.find(({ type }) => type === `payment_request.${state}`)?.createdAt ?? null;
    return [...moments, { name: formatPaymentStatus(payment).word, at, kind: ended }];
  }
  const completedAt = payment.completedAt;
  moments.push({ name: "Completed", at: completedAt, kind: "done" });
  const back = payment.reversals.at(-1);
  moments.push(
    back ? { name: "Returned", at: back.at, kind: "warn" } : { name: "Received", at: settledAt(payment), kind: "done" },
  );
  // A bank may report the end without the steps before it.
  const last = moments.findLastIndex(({ at }) => at !== null);
  return moments.map((one, index) => {
    if (one.at !== null || index < last) return one;
    return { ...one, kind: index === last + 1 ? "current" : "ahead" };
  });
}

type Sentences = { lead: string; more?: string };

/** Exceptions by which the money of a payment that ended unpaid arrived, or may have. */
const MONEY_MOVED = new Set(["paid_after_end", "amount_differs", "submission_unknown"]);

/** What is known of the money of a payment that ended unpaid. How an unknown submission was resolved is not stored. */
function unpaidSentence({ exceptions }: Payment): string {
  const moved = exceptions.filter(({ kind }) => MONEY_MOVED.has(kind));
  const known = moved.find(({ kind, resolvedAt }) => kind !== "submission_unknown" || resolvedAt === null);
  if (known) return `${exceptionText(known)}${known.resolvedAt ? " Resolved." : ""}`;
  return moved.length > 0 ? "" : "No money was moved.";
}

function sentences(payment: Payment, zone: string): Sentences {
  const bank = payment.bankName ?? "the bank";
  const hadBank = payment.attempts.length > 0;
  switch (paymentState(payment)) {
    case "completed":
      return completedSentences(payment);
    case "completed_late":
      return { more: "It completed late, after the payment had ended.", ...completedSentences(payment) };
    case "returned":
      return returnedSentences(payment, zone);
    case "failed":
      return { lead: failedSentence(payment), more: unpaidSentence(payment) };
    case "cancelled":
      return { lead: "The payment was cancelled.", more: unpaidSentence(payment) };
    case "expired":
      return {
        lead: `The payment expired before ${hadBank ? "it was approved" : "a bank was chosen"}.`,
        more: unpaidSentence(payment),
      };
    case "open":
      if (payment.isLive) return unansweredSentences(payment, bank);
      return {
        lead: hadBank
          ? "Waiting for the customer to choose another bank."
          : "Waiting for the customer to choose a bank.",
        more: `Expires ${timeText(payment.expiresAt, "full", zone)}.`,
      };
    case "at_bank":
      return atBankSentences(payment, bank);
  }
}

function failedSentence({ bankName, statusReason }: Payment): string {
  const why = formatStatusReason(statusReason);
  return `${bankName && !isOwnReason(statusReason) ? `${bankName} rejected the payment` : "The payment failed"}${why ? `: ${why}` : ""}.`;
}

/** The bank is being called: no expiry applies, and a cancellation waits for the answer. */
function unansweredSentences({ cancelRequestedAt }: Payment, bank: string): Sentences {
  if (cancelRequestedAt === null) return { lead: `Waiting for ${bank} to answer.` };
  return { lead: "Cancellation requested.", more: `It is carried out once ${bank} has answered.` };
}

function atBankSentences(payment: Payment, bank: string): Sentences {
  if (payment.statusReason === "unresolved") {
    return { lead: `No final answer from ${bank} for 72 hours.`, more: "We keep asking; please don’t refund yet." };
  }
  if (payment.cancelRequestedAt) {
    return { lead: `Cancellation requested at ${bank}.`, more: "The payment stays open until the bank confirms it." };
  }
  const more = "The payment stays open until the bank confirms it.";
  if (reached(payment, APPROVED) !== null) return { lead: `Approved, processing at ${bank}.`, more };
  return { lead: `Waiting for the customer to approve at ${bank}.`, more };
}

function payerOf({ customerName }: Payment): string {
  return customerName ?? "The customer";
}

/** Test payments arrive on simulated accounts. */
const accountOf = ({ test }: Payment) => (test ? "your simulated account" : "your account");

/** The exception of a completed payment of which a different amount arrived, until it is resolved. */
export function differingAmount({ status, exceptions }: Payment) {
  if (status !== "completed") return undefined;
  return exceptions.find(({ kind, resolvedAt }) => kind === "amount_differs" && resolvedAt === null);
}

function completedSentences(payment: Payment): Sentences {
  const differing = differingAmount(payment);
  if (differing) return { lead: exceptionText(differing), more: "Contact the operator." };
  const lead =
    settledAt(payment) === null
      ? `${payerOf(payment)} paid; the money is on its way to ${accountOf(payment)}.`
      : `${payerOf(payment)} paid, and the money is in ${accountOf(payment)}.`;
  return { lead };
}

function returnedSentences(payment: Payment, zone: string): Sentences {
  const { reversals, currency, decimal, reversedAmount, amount } = payment;
  const whole = `${groupDigits(decimal)} ${currency}`;
  const back = reversals.map((one) => `${groupDigits(one.decimal)} ${currency}`).join(" and ") || whole;
  const at = reversals.at(-1)?.at;
  const was = reversals.length > 1 ? "were" : "was";
  const lead = `${back} ${was} returned to the customer${at ? ` on ${timeText(at, "date", zone)}` : ""}.`;
  const isPart = (reversedAmount ?? amount) < amount;
  const late = payment.late ? " late" : "";
  return { lead, more: `${payerOf(payment)} had paid ${isPart ? whole : "it"}${late}.` };
}

function webhookSentence(events: PaymentDetail["events"]): string {
  const deliveries = events.flatMap((event) => event.deliveries);
  if (deliveries.length > 0 && deliveries.every(({ status }) => status === "no_destination")) {
    return "No webhook was sent: there is no endpoint for it.";
  }
  // A resend that was delivered replaces the delivery that failed.
  const endpoints = endpointDeliveries(events);
  const has = (wanted: EndpointDelivery["state"]) => endpoints.some(({ state }) => state === wanted);
  const reasons = [
    has("endpoint_disabled") ? "an endpoint is disabled" : null,
    has("endpoint_paused") ? "an endpoint is paused" : null,
    has("endpoint_failing") ? "an endpoint keeps failing" : null,
    has("retrying") ? "a delivery is being retried" : null,
  ].filter((reason) => reason !== null);
  if (reasons.length > 0) return `Not all webhooks have been delivered yet: ${reasons.join(", ")}.`;
  return has("failed") ? "Not all webhooks were delivered." : "";
}
