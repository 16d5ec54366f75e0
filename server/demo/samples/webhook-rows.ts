import { RETRY_SCHEDULE_S } from "../../webhooks/delivery/retry-schedule";
import { signature } from "../../webhooks/delivery/signature";
import { eventBody, publicEventId } from "../../webhooks/events/record-event";
import { sampleId, timedSampleId } from "./dice";
import { firstViewedAt, type SampleLink } from "./link-rows";
import { SAMPLE_METADATA } from "./payment-rows";
import type { SamplePayment } from "./plan-payments";
import type { Rows } from "./samples-store";
import type { SampleEventType, SampleStory } from "./story-of";

/** The endpoint of the demo's shop; other merchants have none. */
export type ShopEndpoint = { merchantId: string; url: string; secret: string };

type SampleEvent = {
  merchantId: string;
  subjectId: string;
  sequence: number;
  type: string;
  at: Date;
  object: Readonly<Record<string, unknown>>;
};

const STATUS_OF: Record<SampleEventType, string> = {
  pending: "pending",
  succeeded: "completed",
  failed: "failed",
  cancelled: "cancelled",
  expired: "expired",
  reversed: "completed",
};

/** The events of a payment, each with its state at that time. */
export function paymentEvents(payment: SamplePayment, story: SampleStory, linkId: string | null): SampleEvent[] {
  const bankName = story.attempts.at(-1)?.bank.displayName;
  return story.events.map(({ type, at }, index) => ({
    merchantId: payment.merchantId,
    subjectId: payment.id,
    sequence: index + 1,
    type: `payment_request.${type}`,
    at,
    object: {
      id: payment.id,
      amount: String(payment.amount),
      currency: payment.currency,
      status: STATUS_OF[type],
      status_reason:
        type === "failed" || type === "cancelled" ? (story.statusReason ?? story.attempts[0]?.reason ?? null) : null,
      test: true,
      late: story.late && type === "succeeded",
      reversed_amount: type === "reversed" ? String(story.returned?.amount) : null,
      payment_link_id: linkId,
      metadata: { ...SAMPLE_METADATA, order_id: payment.orderId, ...(bankName ? { bank_name: bankName } : {}) },
      rewards: null,
    },
  }));
}

/** The event of a link's end; none while it is open. */
export function linkEvents(link: SampleLink): SampleEvent[] {
  const { id, payment, state, createdAt, expiresAt, endedAt, views, paymentId } = link;
  if (endedAt === null) return [];
  return [
    {
      merchantId: payment.merchantId,
      subjectId: id,
      sequence: 1,
      type: `payment_link.${state}`,
      at: endedAt,
      object: {
        id,
        amount: payment.amount,
        currency: payment.currency,
        payment_reference: payment.reference,
        order_id: payment.orderId,
        status: state,
        link_type: "single_use",
        views_count: views,
        first_viewed_at: firstViewedAt(link).toISOString(),
        expires_at: expiresAt.toISOString(),
        created_at: createdAt.toISOString(),
        updated_at: endedAt.toISOString(),
        payment_request_id: paymentId,
        test: true,
        metadata: SAMPLE_METADATA,
      },
    },
  ];
}

/** One of so many first attempts was answered 503, and one of so many deliveries failed for good. */
const RETRIED_OF = 23;
const FAILED_OF = 311;
/** All attempts of a delivery that failed are over. */
const FAILED_BEFORE_MS = 4 * 24 * 3_600_000;

type Attempt = { at: Date; status: number; durationMs: number };

/** The rows of the events, their deliveries and attempts. Every delivery has ended. */
export function webhookRows(events: readonly SampleEvent[], shop: ShopEndpoint, now: Date) {
  const rows = { events: [] as Rows, deliveries: [] as Rows, attempts: [] as Rows };
  for (const [n, event] of events.entries()) {
    const { merchantId, subjectId, sequence, type, at, object } = event;
    const id = timedSampleId("event", `${subjectId} ${sequence}`, at);
    const body = eventBody({ id, type, sequence, object, at });
    rows.events.push({
      id,
      merchant_id: merchantId,
      type,
      subject_id: subjectId,
      sequence,
      test: true,
      body,
      created_at: at,
    });
    const delivery = { id: sampleId("delivery", id), event_id: id, merchant_id: merchantId, created_at: at };
    const made = merchantId === shop.merchantId ? attemptsOf(n, at, now) : [];
    const last = made.at(-1);
    const isDelivered = last?.status === 200;
    rows.deliveries.push({
      ...delivery,
      status: last === undefined ? "no_destination" : isDelivered ? "delivered" : "failed",
      reason: last === undefined || isDelivered ? null : `status ${last.status}`,
      tries: made.length,
      due_at: last?.at ?? at,
      done_at: last?.at ?? at,
    });
    for (const [index, one] of made.entries()) {
      const number = index + 1;
      rows.attempts.push(
        attemptRow(delivery.id, { ...one, number, nextAt: made[number]?.at ?? null }, { id, body }, shop),
      );
    }
  }
  return rows;
}

function attemptsOf(n: number, eventAt: Date, now: Date): Attempt[] {
  const at = new Date(eventAt.getTime() + 240);
  const delivered = { status: 200, durationMs: 18 + ((n * 37) % 90) };
  if (n % FAILED_OF === 0 && now.getTime() - at.getTime() > FAILED_BEFORE_MS) {
    let next = at.getTime();
    const delays = [0, ...RETRY_SCHEDULE_S];
    return delays.map((seconds) => {
      next += seconds * 1000;
      return { at: new Date(next), status: 500, durationMs: 61 };
    });
  }
  if (n % RETRIED_OF !== 0) return [{ at, ...delivered }];
  const retryAt = new Date(at.getTime() + (RETRY_SCHEDULE_S[0] ?? 0) * 1000);
  return [
    { at, status: 503, durationMs: 112 },
    { at: retryAt, ...delivered },
  ];
}

function attemptRow(
  deliveryId: string,
  { number, at, status, durationMs, nextAt }: Attempt & { number: number; nextAt: Date | null },
  event: { id: string; body: string },
  { url, secret }: ShopEndpoint,
): Rows[number] {
  const timestampS = Math.floor(at.getTime() / 1000);
  return {
    id: sampleId("try", `${deliveryId} ${number}`),
    delivery_id: deliveryId,
    number,
    at,
    url,
    request_headers: {
      "Content-Type": "application/json",
      "User-Agent": "Bankside-Webhooks/1",
      "X-Event-Id": publicEventId(event.id),
      "X-Timestamp": String(timestampS),
      "X-Signature": signature(secret, timestampS, event.body),
    },
    status,
    response_headers: { "content-type": "text/plain; charset=utf-8", date: at.toUTCString() },
    response_body: status === 200 ? "ok" : "The shop is being updated.",
    duration_ms: durationMs,
    error: status === 200 ? null : `status ${status}`,
    next_attempt_at: nextAt,
    timings: { nameMs: null, connectMs: 1, tlsMs: null, waitMs: durationMs - 1 },
    remote_address: "127.0.0.1",
  };
}
