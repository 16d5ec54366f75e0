import { systemCtx } from "../../lib/context";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { type NewEvent, recordEvent } from "../../webhooks/events/record-event";
import { deliverJob } from "../../webhooks/jobs";
import { listDeliveries } from "../../webhooks/log/list-deliveries";

/** Records an event of a new payment request; returns the request's id. */
export async function createEvent(merchantId: string, changed: Partial<NewEvent> = {}): Promise<string> {
  const subjectId = newId();
  const object = { id: subjectId, amount: "1999", currency: "GBP", status: "completed", note: "Zażółć, 支払い" };
  const type = "payment_request.succeeded";
  const event = { merchantId, subjectId, sequence: 1, type, test: true, endpoints: [], object, ...changed } as const;
  await db().$transaction((tx) => recordEvent(tx, event));
  return subjectId;
}

/** Records `count` events, each of its own payment request. */
export async function createEvents(merchantId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await createEvent(merchantId);
}

/** Claims the due deliveries and waits until they have run, as a worker does. Returns their number. */
export async function runDue(): Promise<number> {
  const runs = await deliverJob.claim(deliverJob.concurrency);
  await Promise.all(runs.map((run) => run()));
  return runs.length;
}

/** The deliveries of a subject's only event, in the order of recording. */
export async function deliveriesOf(subjectId: string, merchantId: string) {
  const [event] = await listDeliveries(systemCtx("test"), { subjectId, merchant_id: merchantId });
  return event?.deliveries ?? [];
}

/** The only delivery of a subject, with its delivery attempts. */
export async function deliveryOf(subjectId: string, merchantId: string) {
  const [event] = await listDeliveries(systemCtx("test"), { subjectId, merchant_id: merchantId });
  const [delivery] = event?.deliveries ?? [];
  if (!event || !delivery) throw new Error("no delivery");
  return { event, delivery, tries: delivery.attempts };
}
