import type { FailureKind } from "../../connectors/port";
import { wasNotCarriedOut } from "../../connectors/repeat-return";

/** The result of a call; `lost`: it has no end and its deadline is over. */
export type CallResult = { outcome: "ok" | FailureKind | null; lost: boolean };

/** Whether a stored call has ended, and the bank certainly did not carry it out. */
export function hadNoEffect({ outcome }: CallResult): boolean {
  return outcome !== null && outcome !== "ok" && wasNotCarriedOut(outcome);
}

/** Whether a call may have been carried out and its result is unknown: a one-time code in it is used up. */
export function isWithoutResult({ outcome, lost }: CallResult): boolean {
  return lost || (outcome !== null && outcome !== "ok" && !wasNotCarriedOut(outcome));
}

/** Whether the call is in flight. */
export function isUnderWay({ outcome, lost }: CallResult): boolean {
  return outcome === null && !lost;
}
