import { type ExamEvent, type ExamSubject, examEvent } from "./exam-events";

/** What the exam asks, in its order. The last is read off all answers: nothing is sent for it. */
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

/** How an event is signed, and what is wrong with it. */
export type Treatment = "right" | "bad_signature" | "other_secret" | "changed_body" | "stale" | "no_signature";

/** What is sent at one time: one event, or several at once. `bodyOverMs`: its body comes in pieces over this time. */
export type Sending = { step: StepKey; treatment: Treatment; events: ExamEvent[]; bodyOverMs: number };

/** These ask about signatures: of a destination that is not signed, they are left out. */
export const SIGNATURE_STEPS: readonly StepKey[] = [
  "bad_signature",
  "other_secret",
  "changed_body",
  "stale",
  "no_signature",
];

export const BURST = 10;
export const SLOW_BODY_MS = 5_000;
/** How old a stale signature is: twice what receivers believe. */
export const STALE_S = 600;

/** As its orders are numbered: from 1. */
export function numberOf(step: StepKey): number {
  return STEPS.indexOf(step) + 1;
}

/** Everything that an exam sends, in order. Depends on the exam alone: its next sending is known after any interruption. */
export function planOf(exam: ExamSubject & { signed: boolean }): Sending[] {
  const plain = (step: StepKey, events: ExamEvent[], more: Partial<Sending> = {}): Sending => ({
    ...{ step, treatment: "right", events, bodyOverMs: 0 },
    ...more,
  });
  const one = (step: StepKey, wish: object = {}) => examEvent(exam, { payment: String(numberOf(step)), ...wish });
  const burst = Array.from({ length: BURST }, (_, index) =>
    examEvent(exam, { payment: `${numberOf("burst")}-${index + 1}` }),
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
    // The very event of the first step: a delivery whose answer was lost on its way.
    plain("duplicate", [one("valid")]),
    plain("out_of_order", [one("out_of_order", { sequence: 2 })]),
    plain("out_of_order", [one("out_of_order", { sequence: 1, ...pending })]),
    plain("slow_body", [one("slow_body")], { bodyOverMs: SLOW_BODY_MS }),
    plain("burst", burst),
    plain("unknown_type", [one("unknown_type", { type: "payment_request.introduced_later" })]),
    plain("unknown_fields", [one("unknown_fields", { extra })]),
  ];
  return exam.signed ? all : all.filter(({ step }) => !SIGNATURE_STEPS.includes(step));
}
