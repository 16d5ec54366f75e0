import type { MoneyMovesOn } from "../connectors/port";
import type { AttemptState, Finality } from "./attempt-states";
import type { PaymentStatus } from "./schema";

/** What is known of one attempt, and nothing else: decisions are made from it. Ages are seconds from now. */
export type AttemptFacts = {
  id: string;
  state: AttemptState;
  moneyMovesOn: MoneyMovesOn;
  finality: Finality;
  /** The bank may ask the shopper by itself. */
  decoupled: boolean;
  /** The call that moves the money was committed, and may have been made. Never beside `barred`. */
  submitted: boolean;
  /** That call will never be made. */
  barred: boolean;
  /** The bank has said that it was paid, by its finality, or the credit was seen. */
  paid: boolean;
  /** Paid, or it provably cannot pay. */
  final: boolean;
  /** Nothing more is asked about it. */
  closed: boolean;
  /** The shopper wants another bank: the end of this attempt is no end of the request. */
  changeRequested: boolean;
  /** The request was paid by another attempt: this one is to be stopped. */
  stopRequested: boolean;
  /** Since the shopper got the way to the bank; null before. */
  handedOverForS: number | null;
  paidForS: number | null;
};

/** What is known of the payment request. Amounts in minor units. */
export type RequestFacts = {
  status: PaymentStatus;
  initiated: boolean;
  initiatedForS: number | null;
  cancelRequested: boolean;
  amountMinor: bigint;
  currency: string;
  /** What has gone back so far. */
  reversedMinor: bigint;
  liveAttemptId: string | null;
  /** The attempt that completed it. */
  paidAttemptId: string | null;
};

/** The request, the attempt that something happened to, and the request's live attempt where that is another one. */
export type Facts = { request: RequestFacts; attempt: AttemptFacts; rival: AttemptFacts | null };

/** What happened, in the words of the port. */
export type AttemptInput =
  | { kind: "start_accepted"; isoStatus: string }
  /** `code`: the bank's own word, or why it was not reached. `ours`: what we sent, or how we are known there, is wrong. */
  | { kind: "start_refused"; code: string; ours: boolean }
  | { kind: "start_unknown"; code: string }
  /** The shopper's approval was handed to us. */
  | { kind: "granted" }
  /** The shopper came back with a no, from themselves or from the bank for them. */
  | { kind: "denied"; reason: string }
  /** How far the approval is, where our call moves the money. `lost`: an exchange of the code has no known end. */
  | { kind: "authorisation"; state: "awaiting" | "authorised" | "consumed" | "rejected"; lost: boolean }
  | { kind: "submit_begun" }
  | { kind: "submit_accepted"; isoStatus: string; reason?: string | undefined }
  | { kind: "submit_unknown" }
  /** `certain`: nothing of an earlier try can have been carried out. */
  | { kind: "submit_refused"; code: string; certain: boolean; ours: boolean }
  /** How the bank says that the payment stands: raw ISO 20022 codes. */
  | { kind: "reported"; isoStatus: string; scaStatus?: string | undefined; reason?: string | undefined }
  /** Somebody wants this attempt to end; `link_paid`: another request of its link was paid; `link_cancelled`: it was withdrawn. */
  | { kind: "stop"; why: "cancellation" | "change" | "link_paid" | "link_cancelled" }
  /** A credit on the receiving account that carries our reference. */
  | { kind: "credited"; amountMinor: bigint; currency: string }
  /** Money went back. */
  | { kind: "returned"; returnedMinor: bigint; reason: string | null }
  /** Time passed. */
  | { kind: "tick" };

/** What a person has to look at. `paid_after_end`: money for a request that had ended before any bank had it, or after its reversal. */
export const ANOMALY_KINDS = [
  "second_debit",
  "link_paid_twice",
  "amount_differs",
  "paid_after_end",
  "disputed",
  "protocol",
  "not_found",
  "refused_by_configuration",
  "submission_unknown",
  "unresolved",
] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];
export type Anomaly = { kind: AnomalyKind; detail: string };

/** A move of the attempt, and the stamps that are set with it. The state may stay where only a stamp is set. */
export type AttemptChange = {
  to: AttemptState;
  rawStatus: string | null;
  reason: string | null;
  barred: boolean;
  submitted: boolean;
  handedOver: boolean;
  authorised: boolean;
  paid: boolean;
  final: boolean;
  closed: boolean;
};

export type RequestChange =
  /** This attempt cannot pay any more. `renewed`: the shopper went to another bank, and a link gives time for that again. */
  | { kind: "release"; renewed: boolean }
  | {
      kind: "end";
      status: "completed" | "failed" | "cancelled";
      reason: string | null;
      late: boolean;
    }
  | { kind: "reverse"; returnedMinor: bigint; reason: string | null };

/** Everything that follows from one input; written in one transaction, or not at all. */
export type Decision = {
  attempt: AttemptChange | null;
  request: RequestChange | null;
  /** The bank has, or may have, started: written once. */
  initiated: boolean;
  /** The live attempt beside this one: barred at once, or its bank is asked to stop. */
  rival: "bar" | "stop" | null;
  anomalies: readonly Anomaly[];
  /** What came with the input (ids, links, a grant) is to be kept. */
  keep: boolean;
};
