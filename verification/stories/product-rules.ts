import { wasNotCarriedOut } from "../../server/connectors/repeat-return";
import * as results from "../../server/payments/attempts/call-result";
import * as calls from "../../server/payments/bank-calls/call-rules";
import { refusalToBegin } from "../../server/payments/bank-calls/refusal-to-begin";
import { decide } from "../../server/payments/settlement/decide";
import { isUnwanted, mayCompleteReturn } from "../../server/payments/settlement/decide-approval";

/** The product's rules that a story uses. A negative control replaces one by a wrong rule. */
export const PRODUCT_RULES = {
  decide,
  isUnwanted,
  mayCompleteReturn,
  refusalToBegin,
  nextStepOf: calls.nextStepOf,
  isRiskyToSendAgain: calls.isRiskyToSendAgain,
  mayRepeatInitiation: calls.mayRepeatInitiation,
  isResultOfFirst: calls.isResultOfFirst,
  notStarted: calls.notStarted,
  wasNotCarriedOut,
  hadNoEffect: results.hadNoEffect,
  isWithoutResult: results.isWithoutResult,
  isUnderWay: results.isUnderWay,
  afterFailedSubmission: calls.afterFailedSubmission,
  maySendSubmission: calls.maySendSubmission,
  mayRepeatSubmission: calls.mayRepeatSubmission,
  surelyNotCancelled: calls.surelyNotCancelled,
  /** The key of a retried call: the one that was committed before the first call. */
  keyToRepeatWith: (committed: string): string => committed,
};

export type ProductRules = typeof PRODUCT_RULES;
