import type { AttemptInput, Decision, Facts } from "../../server/payments/attempts/attempt-facts";
import { decide } from "../../server/payments/settlement/decide";
import { endUnpaid, moveTo, NOTHING, pay } from "../../server/payments/settlement/decision-parts";
import { PRODUCT_RULES, type ProductRules } from "./product-rules";

// The product with one wrong rule each: the stories must detect every one.

type Wrong = (facts: Facts, input: AttemptInput) => Decision | null;

/** The product's decisions, except those that `wrong` replaces. */
const deciding = (wrong: Wrong): ProductRules => ({
  ...PRODUCT_RULES,
  decide: (facts, input) => wrong(facts, input) ?? decide(facts, input),
});

const isOpen = ({ attempt, request }: Facts) => !attempt.final && request.liveAttemptId === attempt.id;

export const FAULTY_RULES: Readonly<Record<string, ProductRules>> = {
  "a submission is committed although it was blocked": deciding((facts, input) =>
    input.kind === "submit_begun" && facts.attempt.submissionBlocked
      ? { ...NOTHING, attempt: moveTo("SUBMITTING", { submitted: true }), keep: true }
      : null,
  ),
  "a cancellation that came before is no reason not to submit": deciding((facts, input) =>
    input.kind === "submit_begun" && facts.attempt.state === "AUTHORISED"
      ? { ...NOTHING, attempt: moveTo("SUBMITTING", { submitted: true }), keep: true }
      : input.kind === "stop" && facts.attempt.state === "AUTHORISED"
        ? { ...NOTHING, request: { kind: "end", status: "cancelled", reason: null, late: false } }
        : null,
  ),
  "a cancellation counts without the answer of the bank": deciding((facts, input) =>
    input.kind === "stop" && facts.attempt.moneyMovesOn === "psu-sca" && isOpen(facts)
      ? endUnpaid(facts, { to: "CANCELLED", reason: null })
      : null,
  ),
  "an order without an answer counts as none": deciding((facts, input) =>
    input.kind === "start_unknown" ? decide(facts, { kind: "start_refused", code: input.code, ours: false }) : null,
  ),
  "a submission without an answer counts as failed": deciding((facts, input) =>
    input.kind === "submit_unknown"
      ? decide(facts, { kind: "submit_refused", code: "unknown", certain: true, ours: false })
      : null,
  ),
  "a submission is sent although its payment was cancelled": {
    ...PRODUCT_RULES,
    maySendSubmission: (submittable, last, approval) =>
      PRODUCT_RULES.maySendSubmission({ ...submittable, unwanted: false }, last, approval),
  },
  "a stop ends what may have been sent": deciding((facts, input) =>
    input.kind === "stop" && facts.attempt.state === "SUBMITTING" && input.why !== "change"
      ? decide(facts, { ...input, unsent: true })
      : null,
  ),
  "another attempt may begin beside one that may pay": { ...PRODUCT_RULES, refusalToBegin: () => null },
  // Two checks precede it: the link's own state, and the end of created attempts that were not started.
  "an attempt may begin though its link was withdrawn meanwhile": {
    ...PRODUCT_RULES,
    refusalToBegin: (room, wanted) =>
      PRODUCT_RULES.refusalToBegin(
        room.link && !room.link.isActive
          ? { ...room, status: "pending", link: { ...room.link, isActive: true } }
          : room,
        wanted,
      ),
  },
  "the amount may change between bytes and commit": {
    ...PRODUCT_RULES,
    refusalToBegin: (room, wanted) =>
      PRODUCT_RULES.refusalToBegin({ ...room, amountMinor: wanted.amountMinor }, { ...wanted, seenAmountMinor: null }),
  },
  "a call is repeated with a fresh key": {
    ...PRODUCT_RULES,
    keyToRepeatWith: (committed) => `${committed} again`,
  },
  "a repetition that is turned away tells of the first": {
    ...PRODUCT_RULES,
    notStarted: (failure) => PRODUCT_RULES.notStarted(failure, 1),
  },
  "a cancellation without an answer was not carried out": { ...PRODUCT_RULES, surelyNotCancelled: () => true },
  "a return counts as paid": deciding((facts, input) =>
    input.kind === "tick" && isOpen(facts) && facts.attempt.state === "AWAITING_AUTH"
      ? pay(facts, { to: "EXECUTED", rawStatus: null })
      : null,
  ),
  "accepted counts as paid at every bank": deciding((facts, input) =>
    input.kind === "reported" && input.isoStatus === "ACSP" && facts.attempt.state === "AWAITING_AUTH"
      ? decide({ ...facts, attempt: { ...facts.attempt, finality: "ACSP" } }, input)
      : null,
  ),
  "money after an end is ignored": deciding((facts, input) =>
    facts.attempt.final && !facts.attempt.paid && (input.kind === "credited" || input.kind === "reported")
      ? NOTHING
      : null,
  ),
  "a second debit is nothing to tell of": deciding((facts, input) => {
    const decision = decide(facts, input);
    return { ...decision, exceptions: decision.exceptions.filter(({ kind }) => kind !== "second_debit") };
  }),
  "time ends what may still pay": deciding((facts, input) =>
    input.kind === "tick" && isOpen(facts) && (facts.attempt.handedOverForS ?? 0) >= 1800
      ? endUnpaid(facts, { to: "FAILED", reason: null })
      : null,
  ),
  "a refusal after the payment was completed is not told": deciding((facts, input) =>
    facts.attempt.paid && input.kind === "reported" ? NOTHING : null,
  ),
  "what went back is added without a bound": deciding((facts, input) =>
    input.kind === "returned" && facts.request.status === "completed"
      ? { ...NOTHING, request: { kind: "reverse", returnedMinor: input.returnedMinor + 1n, reason: null } }
      : null,
  ),
  "a code is exchanged, and the shopper's no taken back": deciding((facts, input) =>
    input.kind === "granted" && facts.attempt.state === "CANCELLED" && facts.attempt.moneyMovesOn === "our-submit"
      ? { ...NOTHING, attempt: moveTo("AUTHORISED", { authorised: true }), keep: true }
      : null,
  ),
};
