import type { MoneyMovesOn } from "../../connectors/port";

/**
 * The states of one attempt to have one bank move the money. Every state that is not final is `pending` in public.
 * - INITIATING: committed, the bank's answer is not known yet
 * - INIT_UNKNOWN: sent, no trustworthy answer, and the bank may ask the customer in its own app
 * - AWAITING_AUTH: the bank has it and waits for the customer
 * - AUTHORISED: approved, and our call that moves the money was not made yet (our-submit)
 * - SUBMITTING: that call is committed, its answer is not known yet (our-submit)
 * - SUBMIT_UNKNOWN: that call was sent, no trustworthy answer (our-submit)
 * - ACCEPTED: the bank processes it
 * - EXECUTED: the debtor's account is debited (ACSC)
 * - SETTLED: the creditor's account is credited (ACCC, or the credit was seen)
 * - DISPUTED: blocked on its way (BLCK): neither posted nor returned
 * - FAILED, CANCELLED: nothing was or will be debited
 */
export const ATTEMPT_STATES = [
  "INITIATING",
  "INIT_UNKNOWN",
  "AWAITING_AUTH",
  "AUTHORISED",
  "SUBMITTING",
  "SUBMIT_UNKNOWN",
  "ACCEPTED",
  "EXECUTED",
  "SETTLED",
  "FAILED",
  "CANCELLED",
  "DISPUTED",
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** The first status that counts as paid at a bank. */
export type Finality = "ACSP" | "ACSC" | "ACCC";

/**
 * The events of an attempt. `start_*`: the answer to the initiation. `granted`, `denied`: the result of the customer's
 * return; `consent_rejected`: the authorisation's status at the bank. `stopped`, `timed_out`: we block the submission.
 * `submit_*`: the call that moves the money. `bank_*`: the payment's status at the bank. `credited`: the money was seen on
 * the receiving account.
 */
export const ATTEMPT_EVENTS = [
  "start_accepted",
  "start_refused",
  "start_unknown",
  "granted",
  "denied",
  "consent_rejected",
  "stopped",
  "timed_out",
  "submit_begun",
  "submit_unknown",
  "submit_refused",
  "bank_awaiting",
  "bank_accepted",
  "bank_executed",
  "bank_settled",
  "bank_rejected",
  "bank_cancelled",
  "bank_disputed",
  "credited",
] as const;
export type AttemptEvent = (typeof ATTEMPT_EVENTS)[number];

/** What a transition depends on beside the state. `paid`: completed in public. `paysNow`: the bank's status counts as paid. */
export type Guards = { moneyMovesOn: MoneyMovesOn; decoupled: boolean; paid: boolean; paysNow: boolean };

type Guard = (guards: Guards) => boolean;
type Row = readonly [from: AttemptState, event: AttemptEvent, to: AttemptState, guard?: Guard];

const ours: Guard = ({ moneyMovesOn }) => moneyMovesOn === "our-submit";
const theirs: Guard = ({ moneyMovesOn }) => moneyMovesOn === "psu-sca";
/** The bank may ask the customer to approve although no redirect address is known. */
const mayAskAlone: Guard = ({ moneyMovesOn, decoupled }) => moneyMovesOn === "psu-sca" && decoupled;
const unpaid: Guard = ({ paid }) => !paid;
const paying: Guard = ({ paysNow }) => paysNow;

/**
 * The whole state machine: the first row that matches applies; an event without a row changes nothing. States only move
 * forward. A debited account cannot fail, except when the bank reverses the debit before the payment was completed in
 * public. A final state is left again only by money that arrived.
 */
const MOVES: readonly Row[] = [
  ["INITIATING", "start_accepted", "AWAITING_AUTH"],
  ["INITIATING", "start_refused", "FAILED"],
  ["INITIATING", "start_unknown", "INIT_UNKNOWN", mayAskAlone],
  ["INITIATING", "start_unknown", "FAILED"],
  ["INITIATING", "credited", "SETTLED"],

  ["INIT_UNKNOWN", "start_accepted", "AWAITING_AUTH"],
  ["INIT_UNKNOWN", "start_refused", "FAILED"],
  ["INIT_UNKNOWN", "credited", "SETTLED"],

  ["AWAITING_AUTH", "granted", "AUTHORISED", ours],
  ["AWAITING_AUTH", "denied", "CANCELLED", ours],
  ["AWAITING_AUTH", "consent_rejected", "FAILED", ours],
  ["AWAITING_AUTH", "stopped", "CANCELLED", ours],
  ["AWAITING_AUTH", "timed_out", "FAILED", ours],
  ["AWAITING_AUTH", "bank_accepted", "ACCEPTED", theirs],
  ["AWAITING_AUTH", "bank_executed", "EXECUTED", theirs],
  ["AWAITING_AUTH", "bank_settled", "SETTLED", theirs],
  ["AWAITING_AUTH", "bank_rejected", "FAILED", theirs],
  ["AWAITING_AUTH", "bank_cancelled", "CANCELLED", theirs],
  ["AWAITING_AUTH", "bank_disputed", "DISPUTED", theirs],
  ["AWAITING_AUTH", "credited", "SETTLED"],

  ["AUTHORISED", "consent_rejected", "FAILED"],
  ["AUTHORISED", "stopped", "CANCELLED"],
  ["AUTHORISED", "timed_out", "FAILED"],
  ["AUTHORISED", "submit_begun", "SUBMITTING"],
  ["AUTHORISED", "credited", "SETTLED"],

  ["SUBMITTING", "consent_rejected", "FAILED"],
  // Decided only if no try of the submission can have been carried out.
  ["SUBMITTING", "stopped", "CANCELLED"],
  ["SUBMITTING", "submit_unknown", "SUBMIT_UNKNOWN"],
  ["SUBMITTING", "submit_refused", "FAILED"],
  ["SUBMITTING", "bank_awaiting", "ACCEPTED"],
  ["SUBMITTING", "bank_accepted", "ACCEPTED"],
  ["SUBMITTING", "bank_executed", "EXECUTED"],
  ["SUBMITTING", "bank_settled", "SETTLED"],
  ["SUBMITTING", "bank_rejected", "FAILED"],
  ["SUBMITTING", "bank_cancelled", "CANCELLED"],
  ["SUBMITTING", "bank_disputed", "DISPUTED"],
  ["SUBMITTING", "credited", "SETTLED"],

  ["SUBMIT_UNKNOWN", "consent_rejected", "FAILED"],
  ["SUBMIT_UNKNOWN", "submit_refused", "FAILED"],
  ["SUBMIT_UNKNOWN", "bank_awaiting", "ACCEPTED"],
  ["SUBMIT_UNKNOWN", "bank_accepted", "ACCEPTED"],
  ["SUBMIT_UNKNOWN", "bank_executed", "EXECUTED"],
  ["SUBMIT_UNKNOWN", "bank_settled", "SETTLED"],
  ["SUBMIT_UNKNOWN", "bank_rejected", "FAILED"],
  ["SUBMIT_UNKNOWN", "bank_cancelled", "CANCELLED"],
  ["SUBMIT_UNKNOWN", "bank_disputed", "DISPUTED"],
  ["SUBMIT_UNKNOWN", "credited", "SETTLED"],

  // The same state again when another code counts as paid: PDNG, then ACSP at a bank whose last status is ACSP.
  ["ACCEPTED", "bank_accepted", "ACCEPTED", (guards) => paying(guards) && unpaid(guards)],
  ["ACCEPTED", "bank_executed", "EXECUTED"],
  ["ACCEPTED", "bank_settled", "SETTLED"],
  ["ACCEPTED", "bank_rejected", "FAILED", unpaid],
  ["ACCEPTED", "bank_cancelled", "CANCELLED", unpaid],
  ["ACCEPTED", "bank_disputed", "DISPUTED"],
  ["ACCEPTED", "credited", "SETTLED"],

  // Released by a bank whose last status is ACSP: a later code that pays may never come.
  ["DISPUTED", "bank_accepted", "ACCEPTED", (guards) => paying(guards) && unpaid(guards)],
  ["DISPUTED", "bank_executed", "EXECUTED"],
  ["DISPUTED", "bank_settled", "SETTLED"],
  ["DISPUTED", "bank_rejected", "FAILED", unpaid],
  ["DISPUTED", "bank_cancelled", "CANCELLED", unpaid],
  ["DISPUTED", "credited", "SETTLED"],

  ["EXECUTED", "bank_settled", "SETTLED"],
  ["EXECUTED", "bank_rejected", "FAILED", unpaid],
  ["EXECUTED", "bank_cancelled", "CANCELLED", unpaid],
  ["EXECUTED", "credited", "SETTLED"],

  ["FAILED", "bank_accepted", "ACCEPTED", paying],
  ["FAILED", "bank_executed", "EXECUTED", paying],
  ["FAILED", "bank_settled", "SETTLED"],
  ["FAILED", "credited", "SETTLED"],
  ["CANCELLED", "bank_accepted", "ACCEPTED", paying],
  ["CANCELLED", "bank_executed", "EXECUTED", paying],
  ["CANCELLED", "bank_settled", "SETTLED"],
  ["CANCELLED", "credited", "SETTLED"],
];

/** The next state; null if the event changes nothing. */
export function nextState(from: AttemptState, event: AttemptEvent, guards: Guards): AttemptState | null {
  const row = MOVES.find(([state, name, , guard]) => state === from && name === event && (!guard || guard(guards)));
  return row?.[2] ?? null;
}

export type BankEvent = Extract<AttemptEvent, `bank_${string}`>;

/**
 * The event of a bank's answer: an ISO 20022 ExternalPaymentTransactionStatus1Code, and the scaStatus where the code alone
 * does not show whether the customer has approved. Null, which keeps the state, for an unknown code and for PART, which
 * single payments never have.
 */
export function bankEventOf(isoStatus: string, scaStatus: string | undefined): BankEvent | null {
  switch (isoStatus) {
    case "RCVD":
    case "PATC":
      return "bank_awaiting";
    case "ACTC":
    case "ACCP":
    case "ACFC":
      return scaStatus === "finalised" || scaStatus === "exempted" ? "bank_accepted" : "bank_awaiting";
    case "PDNG":
    case "ACSP":
    case "ACWC":
    case "ACWP":
      return "bank_accepted";
    case "ACSC":
      return "bank_executed";
    case "ACCC":
      return "bank_settled";
    case "RJCT":
      return "bank_rejected";
    case "CANC":
      return "bank_cancelled";
    case "BLCK":
      return "bank_disputed";
    default:
      return null;
  }
}

/** Whether a bank's status counts as paid: its profile names the final code. */
export function isPaid(event: BankEvent, isoStatus: string, finality: Finality): boolean {
  if (event === "bank_settled") return true;
  if (event === "bank_executed") return finality !== "ACCC";
  return event === "bank_accepted" && finality === "ACSP" && isoStatus === "ACSP";
}
