import type { Failure, FailureKind, Outcome } from "../connectors/port";
import type { AttemptInput } from "./attempt-facts";
import type { AttemptState } from "./attempt-states";
import { REPEAT_INITIATION_FOR_S, REPEAT_SUBMISSION_FOR_S } from "./rules";
import type { PaymentStatus } from "./schema";

// What is called next, and what the end of a call comes to: pure, beside `decide.ts`, so that stories can be told by it
// without a database or a bank.

/** What stands of a request when somebody wants to begin an attempt. */
export type Room = {
  status: PaymentStatus;
  hasLiveAttempt: boolean;
  cancelRequested: boolean;
  amountMinor: bigint;
  /** The request's link, and whether another request of it may still pay; null where it has none. */
  link: { isActive: boolean; hasLiveAttempt: boolean } | null;
};

/**
 * Whether an attempt may be committed, under the locks of link and request: never beside one that may still pay, and for
 * no other amount than the bytes were written for and the shopper saw. Amounts in minor units.
 */
export function refusalToBegin(
  room: Room,
  wanted: { amountMinor: bigint; seenAmountMinor: bigint | null },
): "taken" | "amount_changed" | null {
  if (room.status !== "pending" || room.hasLiveAttempt || room.cancelRequested) return "taken";
  if (room.link && (!room.link.isActive || room.link.hasLiveAttempt)) return "taken";
  if (room.amountMinor !== wanted.amountMinor) return "amount_changed";
  return wanted.seenAmountMinor !== null && wanted.seenAmountMinor !== wanted.amountMinor ? "amount_changed" : null;
}

/** What a worker does with an attempt that is due. `recover`: a submission whose answer nobody has. */
export function nextStepOf(state: AttemptState): "initiate" | "submit" | "recover" | "ask" {
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
      return "ask";
  }
}

type Repeatable = { decoupled: boolean; idempotency: string; ageS?: number };

/**
 * After a crash, a second order could ask the shopper a second time, in the bank's own app: where the bank does not know
 * it for the same, or may do so no more.
 */
export function isRiskyToSendAgain({ decoupled, idempotency, ageS = 0 }: Repeatable): boolean {
  return decoupled && !mayRepeatInitiation({ idempotency, ageS });
}

/** Whether an order of unknown outcome is sent again: as long as the bank knows it for the same. */
export function mayRepeatInitiation({ idempotency, ageS }: { idempotency: string; ageS: number }): boolean {
  return idempotency !== "none" && ageS < REPEAT_INITIATION_FOR_S;
}

/** Whether an answer to a repeated order tells what became of the first: anything but the order itself, or its refusal, does not. */
export function tellsOfFirst(outcome: Outcome<unknown>): boolean {
  return outcome.ok || outcome.kind === "rejected";
}

/**
 * What an initiation that brought no order comes to. `tries`: how often it has been sent; of any time before the last
 * nobody knows the end, so that a bank which turns the last one away says nothing of what it did with the first.
 */
export function notStarted(failure: Failure, tries = 1): AttemptInput {
  const { kind, code = kind } = failure;
  const isOpen = tries > 1 && !tellsOfFirst(failure);
  if (isOpen || kind === "unknown" || kind === "protocol") return { kind: "start_unknown", code };
  return { kind: "start_refused", code, ours: kind === "invalid" || kind === "auth" };
}

const NOT_CARRIED_OUT: ReadonlySet<FailureKind> = new Set(["unavailable", "rate-limited"]);

/** Whether the bank surely did nothing with a call, so that the same can be asked again as if for the first time. */
export function wasNotCarriedOut(kind: FailureKind): boolean {
  return NOT_CARRIED_OUT.has(kind);
}

/** A call as far as rules look at it; `lost`: it has no end, and its time is over. */
export type NotedCall = { outcome: "ok" | FailureKind | null; lost: boolean };

/**
 * Whether the call that moves the money may be made now: never for an attempt that has ended meanwhile, and never beside
 * another, because a refusal counts only where no second call can have been carried out. Under the attempt's lock.
 */
export function maySendSubmission({ final }: { final: boolean }, last: NotedCall | undefined): boolean {
  return !final && !(last && isUnderWay(last));
}

/** Whether a call was made whose result we do not have: what it used up is gone. */
export function isWithoutResult({ outcome, lost }: NotedCall): boolean {
  return lost || (outcome !== null && outcome !== "ok" && !wasNotCarriedOut(outcome));
}

/** Whether somebody is at a call right now. */
export function isUnderWay({ outcome, lost }: NotedCall): boolean {
  return outcome === null && !lost;
}

/** Whether a return that was taken to the bank before may be taken there again: only if that call surely was not made. */
export function mayTakeAgain({ outcome }: NotedCall): boolean {
  return outcome !== null && outcome !== "ok" && wasNotCarriedOut(outcome);
}

/** With what a bank says no to a submission, and nothing else. */
const REFUSALS: ReadonlySet<FailureKind> = new Set(["rejected", "invalid", "auth", "consent"]);

/**
 * What a submission that failed comes to. `ask`: a refusal that ends the attempt only if nothing of an earlier try was
 * carried out, which the bank has to say.
 */
export function afterFailedSubmission(kind: FailureKind, tries: number): "later" | "refused" | "ask" | "unknown" {
  if (wasNotCarriedOut(kind)) return "later";
  if (!REFUSALS.has(kind)) return "unknown";
  return tries === 1 ? "refused" : "ask";
}

/** Whether the same submission is sent again: while the bank knows its key, and its payment, or none, is what it brings. */
export function mayRepeatSubmission(submittedForS: number | null): boolean {
  return (submittedForS ?? 0) < REPEAT_SUBMISSION_FOR_S;
}

/** Whether a bank that gave no cancellation surely did not cancel. */
export function surelyNotCancelled(kind: FailureKind): boolean {
  return kind !== "unknown" && kind !== "protocol";
}
