import type { MoneyMovesOn } from "../../connectors/port";
import type { PaymentStatus } from "../requests/schema";
import type { AttemptState, Finality } from "./attempt-states";

/** The facts of one attempt that decisions are made from. Ages are seconds from now. */
export type AttemptFacts = {
  id: string;
  state: AttemptState;
  moneyMovesOn: MoneyMovesOn;
  finality: Finality;
  /** The bank may ask the customer in its own app. */
  decoupled: boolean;
  /** The call that moves the money was committed, and may have been made. Never together with `submissionBlocked`. */
  submitted: boolean;
  /** That call is never made. */
  submissionBlocked: boolean;
  /** The bank has reported its final status, or the credit was seen. */
  paid: boolean;
  /** Paid, or it provably cannot pay. */
  final: boolean;
  /** Its status is no longer fetched. */
  closed: boolean;
  /** The customer chose another bank: the end of this attempt does not end the request. */
  changeRequested: boolean;
  /** The request was paid by another attempt: this one is to be stopped. */
  stopRequested: boolean;
  /** Since the hand-over to the bank; null before. */
  handedOverForS: number | null;
  paidForS: number | null;
};

/** The facts of the payment request. Amounts in minor units. */
export type RequestFacts = {
  status: PaymentStatus;
  initiated: boolean;
  initiatedForS: number | null;
  cancelRequested: boolean;
  amountMinor: bigint;
  currency: string;
  /** The sum of the returns so far. */
  reversedMinor: bigint;
  liveAttemptId: string | null;
  /** The attempt that completed it. */
  paidAttemptId: string | null;
};

/** The request, the attempt of the event, and the request's live attempt if it is another one. */
export type Facts = { request: RequestFacts; attempt: AttemptFacts; concurrent: AttemptFacts | null };

/** The events that decisions are made about. */
export type AttemptInput =
  | { kind: "start_accepted"; isoStatus: string }
  /** `code`: the bank's own code, or why it was not reached. `ours`: our request or our registration there is wrong. */
  | { kind: "start_refused"; code: string; ours: boolean }
  | { kind: "start_unknown"; code: string }
  /** We received the customer's approval. */
  | { kind: "granted" }
  /** The return says that the customer or the bank refused. */
  | { kind: "denied"; reason: string }
  /**
   * The status of the approval, where our call moves the money. `lost`: the result of a code exchange is unknown. `over`: the
   * last try of the submission is so old that an unused approval shows that none was or will be carried out.
   */
  | { kind: "authorisation"; state: "awaiting" | "authorised" | "consumed" | "rejected"; lost: boolean; over?: boolean }
  | { kind: "submit_begun" }
  | { kind: "submit_accepted"; isoStatus: string; reason?: string | undefined }
  | { kind: "submit_unknown" }
  /** `certain`: no earlier try can have been carried out. */
  | { kind: "submit_refused"; code: string; certain: boolean; ours: boolean }
  /** The bank's status of the payment: raw ISO 20022 codes. */
  | { kind: "reported"; isoStatus: string; scaStatus?: string | undefined; reason?: string | undefined }
  /**
   * The attempt is to end; `link_paid`: another request of its link was paid; `link_cancelled`: the link was cancelled.
   * `unsent`: its submission was committed, and no try of it can have been carried out.
   */
  | { kind: "stop"; why: "cancellation" | "change" | "link_paid" | "link_cancelled"; unsent?: boolean }
  /** A credit on the receiving account that carries our reference. */
  | { kind: "credited"; amountMinor: bigint; currency: string }
  /** Money was returned. */
  | { kind: "returned"; returnedMinor: bigint; reason: string | null }
  /** Time passed. */
  | { kind: "tick" };

/** Exceptions for a person to review. `not_credited`: paid a month ago, and in no statement. `paid_after_end`: money for a request that ended before a bank had it, or after its reversal. */
export const EXCEPTION_KINDS = [
  "second_debit",
  "link_paid_twice",
  "amount_differs",
  "not_credited",
  "paid_after_end",
  "disputed",
  "protocol",
  "not_found",
  "refused_by_configuration",
  "submission_unknown",
  "unresolved",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];
export type PaymentException = { kind: ExceptionKind; detail: string };

/** A transition of the attempt, and the timestamps that are set with it. The state may stay the same. */
export type AttemptChange = {
  to: AttemptState;
  rawStatus: string | null;
  reason: string | null;
  submissionBlocked: boolean;
  submitted: boolean;
  handedOver: boolean;
  authorised: boolean;
  paid: boolean;
  final: boolean;
  closed: boolean;
};

export type RequestChange =
  /** This attempt can no longer pay. `renewed`: the customer chose another bank, and a link's request gets its full time again. */
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
  /** What happens to the live attempt beside this one: its submission is blocked at once, or its bank is asked to stop. */
  concurrent: "block" | "stop" | null;
  exceptions: readonly PaymentException[];
  /** Data of the input (ids, links, a grant) is to be stored. */
  keep: boolean;
};
