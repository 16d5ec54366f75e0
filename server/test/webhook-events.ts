import { systemCtx } from "../lib/context";
import { db } from "../lib/db";
import { newId } from "../lib/ids";
import { deliverJob } from "../webhooks/jobs";
import { listDeliveries } from "../webhooks/list-deliveries";
import { type NewEvent, recordEvent } from "../webhooks/record-event";

/** An event of a new payment request, for tests; answers its subject. */
export async function happen(merchantId: string, changed: Partial<NewEvent> = {}): Promise<string> {
  const subjectId = newId();
  const object = { id: subjectId, amount: "1999", currency: "GBP", status: "completed", note: "Zażółć, 支払い" };
  const type = "payment_request.succeeded";
  const event = { merchantId, subjectId, sequence: 1, type, test: true, endpoints: [], object, ...changed } as const;
  await db().$transaction((tx) => recordEvent(tx, event));
  return subjectId;
}

/** So many events, each of a payment request of its own. */
export async function happenOften(merchantId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await happen(merchantId);
}

/** Claims what is due now and runs it to its end, as a worker does. Answers how many runs that were. */
export async function runDue(): Promise<number> {
  const runs = await deliverJob.claim(deliverJob.concurrency);
  await Promise.all(runs.map((run) => run()));
  return runs.length;
}

/** The deliveries of a subject's one event, in the order in which they were recorded. */
export async function deliveriesOf(subjectId: string, merchantId: string) {
  const [event] = await listDeliveries(systemCtx("test"), { subjectId, merchant_id: merchantId });
  return event?.deliveries ?? [];
}

/** The one delivery of a subject, with its tries. */
export async function deliveryOf(subjectId: string, merchantId: string) {
  const [event] = await listDeliveries(systemCtx("test"), { subjectId, merchant_id: merchantId });
  const [delivery] = event?.deliveries ?? [];
  if (!event || !delivery) throw new Error("no delivery");
  return { event, delivery, tries: delivery.attempts };
}
