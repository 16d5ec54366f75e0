import type { Failure, FailureKind, Outcome } from "../../connectors/port";
import { wasNotCarriedOut } from "../../connectors/repeat-return";
import type { AttemptInput } from "../attempts/attempt-facts";
import { type AttemptState, bankEventOf } from "../attempts/attempt-states";
import { type CallResult, isUnderWay, isWithoutResult } from "../attempts/call-result";
import { REPEAT_INITIATION_FOR_S, REPEAT_SUBMISSION_FOR_S } from "../requests/rules";

// Which call is made next, and what follows from its result. Pure, like `decide.ts`, so that it is tested without a
// database or a bank.

/** What a worker does with an attempt that is due. `recover`: a submission whose answer was lost. */
export function nextStepOf(state: AttemptState): "initiate" | "submit" | "recover" | "fetch_status" {
  switch (state) {
    case "INITIATING":
    case "INIT_UNKNOWN":
      return "initiate";
    case "AUTHORISED":
      return "submit";
    case "SUBMITTING":
    case "SUBMIT_UNKNOWN":
      return "recover";
    default:
      return "fetch_status";
  }
}

type Repeatable = { decoupled: boolean; idempotency: string; ageS: number };

/**
 * Whether repeating an order after a crash could make the bank's app ask the customer twice: the bank does not recognise
 * the key, or may no longer do so.
 */
export function isRiskyToSendAgain({ decoupled, idempotency, ageS }: Repeatable): boolean {
  return decoupled && !mayRepeatInitiation({ idempotency, ageS });
}

/** Whether an order of unknown outcome is sent again: as long as the bank recognises its key. */
export function mayRepeatInitiation({ idempotency, ageS }: { idempotency: string; ageS: number }): boolean {
  return idempotency !== "none" && ageS < REPEAT_INITIATION_FOR_S;
}

/** Whether the answer to a repeated order is also the result of the first: only the order itself or its rejection is. */
export function isResultOfFirst(outcome: Outcome<unknown>): boolean {
  return outcome.ok || outcome.kind === "rejected";
}

/**
 * The event of an initiation that failed. `tries`: how often it has been sent. The result of earlier tries is unknown, so
 * a refusal of the last one does not show what the bank did with the first.
 */
export function notStarted(failure: Failure, tries = 1): AttemptInput {
  const { kind, code = kind } = failure;
  const isOpen = tries > 1 && !isResultOfFirst(failure);
  if (isOpen || kind === "unknown" || kind === "protocol") return { kind: "start_unknown", code };
  return { kind: "start_refused", code, ours: kind === "invalid" || kind === "auth" };
}

/** `unwanted`: the payment is being cancelled, or another attempt has paid it. */
type Submittable = { final: boolean; state: AttemptState; unwanted: boolean };

/**
 * Whether the call that moves the money may be made now: not for an attempt that has ended, and not while another call is
 * in flight, because a refusal counts only if no second call can have been carried out. An unwanted payment is sent only to
 * learn the id of the one that the bank has carried out: its approval is `consumed`. Under the locks of a cancellation.
 */
export function maySendSubmission(
  { final, state, unwanted }: Submittable,
  last: CallResult | undefined,
  approval: "authorised" | "consumed",
): boolean {
  if (final || (last && isUnderWay(last))) return false;
  // First it becomes SUBMIT_UNKNOWN: a stop relies on SUBMITTING, in which no earlier try can have been carried out.
  if (state === "SUBMITTING" && last && isWithoutResult(last)) return false;
  return !unwanted || approval === "consumed";
}

/** The failures that mean that the bank refused a call. */
const REFUSALS: ReadonlySet<FailureKind> = new Set(["rejected", "invalid", "auth", "consent"]);

/** Whether the bank refused a stored call. */
export function wasRefused({ outcome }: CallResult): boolean {
  return outcome !== null && outcome !== "ok" && REFUSALS.has(outcome);
}

/**
 * What follows from a failed submission. `check_approval`: a refusal that ends the attempt only if no earlier try was
 * carried out, which the approval's status at the bank shows.
 */
export function afterFailedSubmission(
  kind: FailureKind,
  tries: number,
): "later" | "refused" | "check_approval" | "unknown" {
  if (wasNotCarriedOut(kind)) return "later";
  if (!REFUSALS.has(kind)) return "unknown";
  return tries === 1 ? "refused" : "check_approval";
}

/** Open Banking UK, in v3.1 and v4: the approval's status does not allow the submission. */
const WRONG_APPROVAL = /^(UK\.OBIE\.Resource\.InvalidConsentStatus|U009)$/;

/**
 * Whether the bank refused the one try of a submission for the status of its approval. The approval may have been used by
 * an earlier try, so this alone is no end; if the bank still awaits the approval, nothing was carried out.
 */
export function isRefusedForApproval({ tries, code }: { tries: number; code: string | null }): boolean {
  return tries === 1 && code !== null && WRONG_APPROVAL.test(code);
}

/** Whether the bank refused a repeat, which says nothing about the tries before. */
export function isRefusedRepeat(call: CallResult & { tries: number }): boolean {
  return call.tries > 1 && wasRefused(call);
}

/** Whether the same submission is sent again: while the bank recognises its key, it leads to one payment at most. */
export function mayRepeatSubmission(submittedForS: number | null): boolean {
  return (submittedForS ?? 0) < REPEAT_SUBMISSION_FOR_S;
}

/**
 * Whether the answer to a cancellation shows that the bank did not carry it out: the bank refused it or was not reached, or
 * the payment has not ended, such as where the customer has to approve the cancellation. An unknown status shows nothing.
 */
export function surelyNotCancelled(outcome: Outcome<{ status: string | null }>): boolean {
  if (!outcome.ok) return outcome.kind !== "unknown" && outcome.kind !== "protocol";
  const event = outcome.value.status === null ? "bank_cancelled" : bankEventOf(outcome.value.status, undefined);
  return event !== null && event !== "bank_rejected" && event !== "bank_cancelled";
}
