import type { PaymentDetail } from "./timeline-item";

type Exception = PaymentDetail["payment"]["exceptions"][number];
type Kind = Exception["kind"];

/** What is wrong with a payment, and what to do. */
export const EXCEPTION_LABELS: Record<Kind, { title: string; text: string }> = {
  second_debit: {
    title: "The customer was debited twice",
    text: "Another attempt had already paid this request. Return the second amount.",
  },
  link_paid_twice: {
    title: "The link was paid twice",
    text: "Another payment of the same link was already completed. Return one of them.",
  },
  amount_differs: { title: "A different amount arrived", text: "The credited amount differs from the requested one." },
  not_credited: {
    title: "Not in your account after a month",
    text: "The customer’s bank reported the payment, and no statement has its credit. Contact the operator.",
  },
  paid_after_end: {
    title: "Paid after closing",
    text: "Money arrived for a payment that had already ended or had been returned.",
  },
  disputed: { title: "Blocked by the bank", text: "The bank holds the money: it was neither booked nor returned." },
  protocol: {
    title: "Invalid response from the bank",
    text: "The bank’s response doesn’t follow the standard. We keep asking.",
  },
  not_found: {
    title: "Not found at the bank",
    text: "The payment was started there, and the bank no longer finds it.",
  },
  refused_by_configuration: {
    title: "The bank rejected our request",
    text: "The bank connection needs to be fixed. Contact the operator.",
  },
  submission_unknown: {
    title: "Submission outcome unknown",
    text: "The bank’s answer was lost, and asking again has given no result so far.",
  },
  unresolved: { title: "No final answer for 72 hours", text: "The payment stays open; please don’t refund yet." },
};

/** What is wrong with this payment: with its amounts, where they are the reason. */
export function exceptionText({ kind, detail }: Pick<Exception, "kind" | "detail">): string {
  return detail ?? EXCEPTION_LABELS[kind].text;
}
