import type { PaymentDetail } from "./payment-timeline";

type Kind = PaymentDetail["payment"]["anomalies"][number]["kind"];

/** What somebody has to look at, in words. */
export const ANOMALY_WORDS: Record<Kind, { title: string; text: string }> = {
  second_debit: {
    title: "The shopper was debited twice",
    text: "Another attempt paid this request before. Send the second amount back.",
  },
  link_paid_twice: {
    title: "The link was paid twice",
    text: "Another payment of the same link was completed before. Send one of them back.",
  },
  amount_differs: { title: "Another amount arrived", text: "What was credited is not what was asked for." },
  paid_after_end: {
    title: "Paid after its end",
    text: "Money came for a payment that had ended before any bank had it, or that had been reversed.",
  },
  disputed: { title: "Blocked on its way", text: "The bank holds the money: it was neither posted nor returned." },
  protocol: {
    title: "The bank broke its own rules",
    text: "It said something that cannot follow what it said before.",
  },
  not_found: { title: "The bank does not know it", text: "It was started there, and now is not to be found." },
  refused_by_configuration: {
    title: "The bank refused our call as wrong",
    text: "What was sent, or how we are known there, has to be put right.",
  },
  submission_unknown: {
    title: "Nobody knows whether it was submitted",
    text: "The bank’s answer was lost, and asking has not told either.",
  },
  unresolved: { title: "No final answer for 72 hours", text: "It stays open: money may still be moving." },
};
