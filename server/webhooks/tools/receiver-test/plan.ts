import { type ReceiverTestEvent, type ReceiverTestSubject, receiverTestEvent } from "./test-events";

/** The steps in their order. The last is computed from all responses; nothing is sent for it. */
export const STEPS = [
  "valid",
  "bad_signature",
  "other_secret",
  "changed_body",
  "stale",
  "no_signature",
  "duplicate",
  "out_of_order",
  "slow_body",
  "burst",
  "unknown_type",
  "unknown_fields",
  "answer_times",
] as const;
export type StepKey = (typeof STEPS)[number];

/** How an event is signed; all but `right` must be refused. */
export type Treatment = "right" | "bad_signature" | "other_secret" | "changed_body" | "stale" | "no_signature";

/** One event, or several sent at once. `bodyOverMs`: the time over which the body is sent in pieces. */
export type Sending = { step: StepKey; treatment: Treatment; events: ReceiverTestEvent[]; bodyOverMs: number };

/** Skipped for an endpoint whose deliveries are not signed. */
export const SIGNATURE_STEPS: readonly StepKey[] = [
  "bad_signature",
  "other_secret",
  "changed_body",
  "stale",
  "no_signature",
];

export const BURST = 10;
export const SLOW_BODY_MS = 5_000;
/** The age of a stale signature: twice the tolerance of 300 s. */
export const STALE_S = 600;

/** The step's number in order ids, from 1. */
export function numberOf(step: StepKey): number {
  return STEPS.indexOf(step) + 1;
}

/** All sendings in order. It depends on the test alone, so the next sending is known after an interruption. */
export function planOf(receiverTest: ReceiverTestSubject & { signed: boolean }): Sending[] {
  const plain = (step: StepKey, events: ReceiverTestEvent[], more: Partial<Sending> = {}): Sending => ({
    ...{ step, treatment: "right", events, bodyOverMs: 0 },
    ...more,
  });
  const one = (step: StepKey, options: object = {}) =>
    receiverTestEvent(receiverTest, { payment: String(numberOf(step)), ...options });
  const burst = Array.from({ length: BURST }, (_, index) =>
    receiverTestEvent(receiverTest, { payment: `${numberOf("burst")}-${index + 1}` }),
  );
  const extra = { introduced_later: { note: "A field that is added later.", since: 2030 } };
  const pending = { type: "payment_request.pending", status: "pending" };
  const all = [
    plain("valid", [one("valid")]),
    plain("bad_signature", [one("bad_signature")], { treatment: "bad_signature" }),
    plain("other_secret", [one("other_secret")], { treatment: "other_secret" }),
    plain("changed_body", [one("changed_body")], { treatment: "changed_body" }),
    plain("stale", [one("stale")], { treatment: "stale" }),
    plain("no_signature", [one("no_signature")], { treatment: "no_signature" }),
    // The event of the first step again, as after a lost response.
    plain("duplicate", [one("valid")]),
    plain("out_of_order", [one("out_of_order", { sequence: 2 })]),
    plain("out_of_order", [one("out_of_order", { sequence: 1, ...pending })]),
    plain("slow_body", [one("slow_body")], { bodyOverMs: SLOW_BODY_MS }),
    plain("burst", burst),
    plain("unknown_type", [one("unknown_type", { type: "payment_request.introduced_later" })]),
    plain("unknown_fields", [one("unknown_fields", { extra })]),
  ];
  return receiverTest.signed ? all : all.filter(({ step }) => !SIGNATURE_STEPS.includes(step));
}
