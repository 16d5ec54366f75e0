import { orderOf } from "./exam-events";
import { BURST, numberOf, SLOW_BODY_MS, STALE_S, type StepKey } from "./exam-plan";

/** What a step is, in the Console's words. `look`: what only the receiver's own system can tell; null where the answer tells all. */
export type StepWords = { title: string; sent: string; expected: string; why: string; look: string | null };

const REFUSAL = "Any answer but 2xx; 400 or 401 says it best.";
const TAKEN = "2xx within 15 s.";

const ABSENT = "{order} must not be there, as paid or as anything.";

/** `{order}` is the step's own order, `{first}` that of the valid event. */
const WORDS: Readonly<Record<StepKey, StepWords>> = {
  valid: {
    title: "A valid event",
    sent: "A payment of 1.00 succeeded, for the order {order}, which your shop does not know.",
    expected: `${TAKEN} Also for an order that you do not know: it may be another system’s.`,
    why: "What is not answered with 2xx is sent again, ten times over three days.",
    look: null,
  },
  bad_signature: {
    title: "A signature with one digit changed",
    sent: "A valid event, but one hex digit of v1 in X-Signature is another.",
    expected: REFUSAL,
    why: "Who does not compare the signature believes everybody that knows the address.",
    look: ABSENT,
  },
  other_secret: {
    title: "A signature by another secret",
    sent: "An event in the right form, signed with a secret that is not yours.",
    expected: REFUSAL,
    why: "A signature alone proves nothing: it has to be made with your secret.",
    look: ABSENT,
  },
  changed_body: {
    title: "A body that was changed on its way",
    sent: "A signed event whose amount was 1.00 at the signing, and is 1.01 now.",
    expected: REFUSAL,
    why: "The signature covers the raw body. Who checks it over anything else lets amounts be changed.",
    look: ABSENT,
  },
  stale: {
    title: "A signature of ten minutes ago",
    sent: `A right signature whose t, and X-Timestamp, are ${STALE_S / 60} minutes old.`,
    expected: `${REFUSAL} Signatures are believed for five minutes.`,
    why: "Who has once seen a delivery could otherwise send it again at any time.",
    look: ABSENT,
  },
  no_signature: {
    title: "No signature at all",
    sent: "An event without X-Signature.",
    expected: REFUSAL,
    why: "A check that is left out when the header is missing is no check.",
    look: ABSENT,
  },
  duplicate: {
    title: "The valid event once more",
    sent: "The very event of step 1: the same id, the same bytes, a signature of now.",
    expected: TAKEN,
    why: "Every event comes at least once, and again whenever an answer is lost. Refusing it brings it back for three days.",
    look: "{first} must be there once: one order, one mail, one parcel.",
  },
  out_of_order: {
    title: "Two events in the wrong order",
    sent: "Of one payment: succeeded, with sequence 2, and then pending, with sequence 1.",
    expected: "2xx to both, within 15 s.",
    why: "Order is not promised. Who takes the last to come for the newest turns paid orders back.",
    look: "{order} must be paid, not open.",
  },
  slow_body: {
    title: "A body that comes slowly",
    sent: `A valid event whose bytes come in pieces over ${SLOW_BODY_MS / 1000} s, as on a bad line.`,
    expected: TAKEN,
    why: "A receiver that reads only what is there at once checks half a body, or gives up.",
    look: null,
  },
  burst: {
    title: `${BURST} events at once`,
    sent: `${BURST} valid events of ${BURST} payments, at the same moment.`,
    expected: "2xx to all, within 15 s.",
    why: "Sales come together. What is not taken then comes again, and meets the next.",
    look: null,
  },
  unknown_type: {
    title: "A type that you do not know",
    sent: "A valid event of the type payment_request.introduced_later.",
    expected: `${TAKEN} Taken, and passed over.`,
    why: "Types are added without a new version of the API. Refused ones are sent again for three days.",
    look: null,
  },
  unknown_fields: {
    title: "Fields that you do not know",
    sent: "A valid event with fields beside the documented ones.",
    expected: TAKEN,
    why: "Fields are added without a new version of the API.",
    look: null,
  },
  answer_times: {
    title: "How soon it answers",
    sent: "Nothing: the time of every answer above.",
    expected: "Well below the 15 s after which an event counts as not taken.",
    why: "Who does the work before answering is late on the busiest day.",
    look: null,
  },
};

/** Of the exam whose orders bear this code. */
export function wordsOf(step: StepKey, code: string): StepWords {
  const orderFor = (key: StepKey) => orderOf({ code }, String(numberOf(key)));
  const filled = (text: string) => text.replace("{order}", orderFor(step)).replace("{first}", orderFor("valid"));
  const { title, sent, expected, why, look } = WORDS[step];
  return { title, sent: filled(sent), expected, why, look: look === null ? null : filled(look) };
}
