import { BURST, numberOf, SLOW_BODY_MS, STALE_S, type StepKey } from "./plan";
import { orderOf } from "./test-events";

/**
 * How the Console describes a step. `look`: what to check in the receiver's own system; null: the response is enough.
 */
export type StepLabels = { title: string; sent: string; expected: string; why: string; look: string | null };

const REFUSAL = "Any response other than 2xx, preferably 400 or 401.";
const SUCCESS = "2xx within 15 s.";

const ABSENT = "{order} must not exist in your system.";

/** `{order}` is the step's own order, `{first}` that of the valid event. */
const LABELS: Readonly<Record<StepKey, StepLabels>> = {
  valid: {
    title: "Valid event",
    sent: "A succeeded payment of 1.00 for the order {order}, which doesn’t exist in your shop.",
    expected: `${SUCCESS} Also for an unknown order: it may belong to another system.`,
    why: "An event that isn’t answered with 2xx is retried, up to ten attempts over three days.",
    look: null,
  },
  bad_signature: {
    title: "Invalid signature",
    sent: "A valid event with one hex digit of v1 in X-Signature changed.",
    expected: REFUSAL,
    why: "A receiver that doesn’t verify the signature accepts events from anyone who knows its URL.",
    look: ABSENT,
  },
  other_secret: {
    title: "Signature with another secret",
    sent: "A well-formed event, signed with a secret that isn’t yours.",
    expected: REFUSAL,
    why: "A signature only proves anything if it was made with your secret.",
    look: ABSENT,
  },
  changed_body: {
    title: "Body changed after signing",
    sent: "A signed event whose amount was changed from 1.00 to 1.01 after signing.",
    expected: REFUSAL,
    why: "The signature covers the raw body. A receiver that verifies anything else accepts changed amounts.",
    look: ABSENT,
  },
  stale: {
    title: "Expired signature",
    sent: `A correct signature whose t and X-Timestamp are ${STALE_S / 60} minutes old.`,
    expected: `${REFUSAL} Signatures are valid for five minutes.`,
    why: "Without this check, anyone who has seen a delivery can replay it at any time.",
    look: ABSENT,
  },
  no_signature: {
    title: "Missing signature",
    sent: "An event without X-Signature.",
    expected: REFUSAL,
    why: "A receiver that skips verification when the header is missing verifies nothing.",
    look: ABSENT,
  },
  duplicate: {
    title: "Duplicate event",
    sent: "The event of step 1 again: same ID, same bytes, new signature.",
    expected: SUCCESS,
    why: "Events are delivered at least once, and again when a response is lost. A refused duplicate is retried for three days.",
    look: "{first} must exist once: one order, one mail, one shipment.",
  },
  out_of_order: {
    title: "Events out of order",
    sent: "Two events of one payment: succeeded with sequence 2, then pending with sequence 1.",
    expected: "2xx to both, within 15 s.",
    why: "Order isn’t guaranteed. A receiver that treats the last event received as the newest reopens paid orders.",
    look: "{order} must be paid, not open.",
  },
  slow_body: {
    title: "Slow request body",
    sent: `A valid event whose body arrives in pieces over ${SLOW_BODY_MS / 1000} s, as on a slow network.`,
    expected: SUCCESS,
    why: "A receiver that doesn’t read the whole body verifies half of it, or gives up.",
    look: null,
  },
  burst: {
    title: `${BURST} events at once`,
    sent: `${BURST} valid events of ${BURST} payments at the same moment.`,
    expected: "2xx to all, within 15 s.",
    why: "Sales come in bursts. Failed events are retried and add to the next burst.",
    look: null,
  },
  unknown_type: {
    title: "Unknown event type",
    sent: "A valid event of the type payment_request.introduced_later.",
    expected: `${SUCCESS} Accept it and ignore it.`,
    why: "Event types are added without a new API version. Refused events are retried for three days.",
    look: null,
  },
  unknown_fields: {
    title: "Unknown fields",
    sent: "A valid event with additional, undocumented fields.",
    expected: SUCCESS,
    why: "Fields are added without a new API version.",
    look: null,
  },
  answer_times: {
    title: "Response times",
    sent: "Nothing. This step measures the responses above.",
    expected: "Well below 15 s, after which a delivery attempt fails.",
    why: "A receiver that does its work before it responds times out on a busy day.",
    look: null,
  },
};

/** The labels of a step, with the order ids of the receiver test that has this code. */
export function stepLabels(step: StepKey, code: string): StepLabels {
  const orderFor = (key: StepKey) => orderOf({ code }, String(numberOf(key)));
  const filled = (text: string) => text.replace("{order}", orderFor(step)).replace("{first}", orderFor("valid"));
  const { title, sent, expected, why, look } = LABELS[step];
  return { title, sent: filled(sent), expected, why, look: look === null ? null : filled(look) };
}
