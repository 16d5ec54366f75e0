import * as calls from "../../payments/call-rules";
import { decide } from "../../payments/decide";
import { mayCompleteReturn } from "../../payments/decide-approval";

/** The product's own decisions, all that a story is told by. A twin replaces one of them by a wrong one. */
export const PRODUCT_RULES = {
  decide,
  mayCompleteReturn,
  refusalToBegin: calls.refusalToBegin,
  nextStepOf: calls.nextStepOf,
  isRiskyToSendAgain: calls.isRiskyToSendAgain,
  mayRepeatInitiation: calls.mayRepeatInitiation,
  tellsOfFirst: calls.tellsOfFirst,
  notStarted: calls.notStarted,
  wasNotCarriedOut: calls.wasNotCarriedOut,
  isWithoutResult: calls.isWithoutResult,
  isUnderWay: calls.isUnderWay,
  mayTakeAgain: calls.mayTakeAgain,
  afterFailedSubmission: calls.afterFailedSubmission,
  maySendSubmission: calls.maySendSubmission,
  mayRepeatSubmission: calls.mayRepeatSubmission,
  surelyNotCancelled: calls.surelyNotCancelled,
  /** The key of a call that is made again: the one that was committed before the first. */
  keyToRepeatWith: (committed: string): string => committed,
};

export type ProductRules = typeof PRODUCT_RULES;
