import { v5 } from "uuid";
import { publicEventId } from "../../events/record-event";

/** The only input of a test's events, so that a repeated event has the same bytes. */
export type ReceiverTestSubject = { id: string; code: string; createdAt: Date };

/** `id`: without its prefix `evt_`. `body`: as sent. */
export type ReceiverTestEvent = { id: string; body: string };

type TestEventOptions = {
  /** Shared by the events of one payment. Its order id is RECEIVER-TEST-<code>-<payment>. */
  payment: string;
  type?: string;
  status?: string;
  sequence?: number;
  /** Undocumented fields, added at each level of the body. */
  extra?: Readonly<Record<string, unknown>>;
};

const AMOUNT = "100";
const AMOUNT_AFTER_CHANGE = "101";
const CURRENCY = "EUR";

/** The order id of a test's payment. */
export function orderOf({ code }: Pick<ReceiverTestSubject, "code">, payment: string): string {
  return `RECEIVER-TEST-${code}-${payment}`;
}

/**
 * An event of a simulated payment, in the form of every event (contract, "Events and deliveries"): in test mode, of 1.00
 * EUR.
 */
export function receiverTestEvent(receiverTest: ReceiverTestSubject, options: TestEventOptions): ReceiverTestEvent {
  const { payment, type = "payment_request.succeeded", status = "completed", sequence = 1, extra = {} } = options;
  const id = v5(`${payment} ${sequence}`, receiverTest.id);
  const object = {
    id: v5(payment, receiverTest.id),
    ...{ amount: AMOUNT, currency: CURRENCY, status, status_reason: null, test: true, late: false },
    ...{ reversed_amount: null, payment_link_id: null },
    metadata: { order_id: orderOf(receiverTest, payment), bank_name: "Receiver Test Bank" },
    rewards: null,
    ...extra,
  };
  const created = Math.floor(receiverTest.createdAt.getTime() / 1000);
  const event = { id: publicEventId(id), object: "event", created, type, sequence, data: { object }, ...extra };
  return { id, body: JSON.stringify(event) };
}

/** The same body with another amount. */
export function withAnotherAmount(body: string): string {
  return body.replace(`"amount":"${AMOUNT}"`, `"amount":"${AMOUNT_AFTER_CHANGE}"`);
}
