import { v5 } from "uuid";
import { publicEventId } from "../record-event";

/** What an exam's events are made from: nothing else, so that one that is sent again has the same bytes. */
export type ExamSubject = { id: string; code: string; createdAt: Date };

/** An event of an exam: the row's id, without its prefix, and the body as it is sent. */
export type ExamEvent = { id: string; body: string };

type Wish = {
  /** Which payment: events of one payment share it. Its order is EXAM-<code>-<payment>. */
  payment: string;
  type?: string;
  status?: string;
  sequence?: number;
  /** Stands beside what we promise, at each level of the body. */
  extra?: Readonly<Record<string, unknown>>;
};

const AMOUNT = "100";
const AMOUNT_AFTER_CHANGE = "101";
const CURRENCY = "EUR";

/** The order that an event of the exam speaks of. */
export function orderOf({ code }: Pick<ExamSubject, "code">, payment: string): string {
  return `EXAM-${code}-${payment}`;
}

/**
 * An event of a payment that never was, in the form of every event (contract, "Events and deliveries"): a test, of 1.00,
 * for an order that says what it is.
 */
export function examEvent(exam: ExamSubject, wish: Wish): ExamEvent {
  const { payment, type = "payment_request.succeeded", status = "completed", sequence = 1, extra = {} } = wish;
  const id = v5(`${payment} ${sequence}`, exam.id);
  const object = {
    id: v5(payment, exam.id),
    ...{ amount: AMOUNT, currency: CURRENCY, status, status_reason: null, test: true, late: false },
    ...{ reversed_amount: null, payment_link_id: null },
    metadata: { order_id: orderOf(exam, payment), bank_name: "Examination Bank" },
    rewards: null,
    ...extra,
  };
  const created = Math.floor(exam.createdAt.getTime() / 1000);
  const event = { id: publicEventId(id), object: "event", created, type, sequence, data: { object }, ...extra };
  return { id, body: JSON.stringify(event) };
}

/** The same body with another amount: what somebody on the way might do. */
export function withAnotherAmount(body: string): string {
  return body.replace(`"amount":"${AMOUNT}"`, `"amount":"${AMOUNT_AFTER_CHANGE}"`);
}
