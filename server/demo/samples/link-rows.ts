import { sampleId } from "./dice";
import { SAMPLE_METADATA, tokenOf } from "./payment-rows";
import type { SamplePayment } from "./plan-payments";
import type { Rows } from "./samples-store";
import type { SampleStory } from "./story-of";

export type SampleLink = {
  id: string;
  payment: SamplePayment;
  state: "used" | "expired" | "cancelled" | "active";
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  views: number;
  /** The payment that used it. */
  paymentId: string | null;
};

const DAY_MS = 24 * 3_600_000;
const LIFE_MS = 7 * DAY_MS;
/** The longest life of a link: an open sample ends when any link of that life would. */
const LONGEST_LIFE_MS = 70 * DAY_MS;
/** Of the links, the newest of each merchant that are still open. */
const OPEN_PER_MERCHANT = 4;
const HOUR_MS = 3_600_000;

/**
 * The links of the payments of the flow "link", which are all paid; of a payment that did not end so, only its link is
 * kept, cancelled or expired. The newest of each merchant are open.
 */
export function planLinks(sampled: readonly { payment: SamplePayment; story: SampleStory }[], now: Date): SampleLink[] {
  const links = sampled.filter(({ payment }) => payment.flow === "link").map((one) => linkOf(one, now));
  const open = new Map<string, number>();
  for (const link of [...links].reverse()) {
    const { merchantId } = link.payment;
    const count = open.get(merchantId) ?? 0;
    if (count >= OPEN_PER_MERCHANT) continue;
    open.set(merchantId, count + 1);
    const { createdAt } = link.payment;
    const expiresAt = new Date(createdAt.getTime() + LONGEST_LIFE_MS);
    Object.assign(link, { state: "active", createdAt, expiresAt, endedAt: null, paymentId: null });
  }
  return links;
}

function linkOf({ payment, story }: { payment: SamplePayment; story: SampleStory }, now: Date): SampleLink {
  const { id, createdAt: paidFrom } = payment;
  const dice = Number.parseInt(id.slice(-4), 16);
  const createdAt = new Date(paidFrom.getTime() - HOUR_MS * (1 + (dice % 40)));
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
  const link = { id: sampleId("link", id), payment, createdAt, expiresAt, views: 1 + (dice % 4) };
  if (story.status === "completed") {
    return { ...link, state: "used", endedAt: story.completedAt, paymentId: id };
  }
  const isOver = expiresAt.getTime() < now.getTime();
  if (isOver && dice % 3 > 0) return { ...link, state: "expired", endedAt: expiresAt, paymentId: null };
  return { ...link, state: "cancelled", endedAt: new Date(paidFrom.getTime() + 60_000), paymentId: null };
}

export function firstViewedAt({ createdAt }: SampleLink): Date {
  return new Date(createdAt.getTime() + HOUR_MS / 3);
}

export function linkRow(link: SampleLink): Rows[number] {
  const { id, payment, state, createdAt, expiresAt, endedAt, views } = link;
  return {
    id,
    merchant_id: payment.merchantId,
    ...tokenOf(id, "plink_"),
    amount: payment.amount,
    currency: payment.currency,
    payment_reference: payment.reference,
    order_id: payment.orderId,
    locale: payment.locale,
    test: true,
    metadata: SAMPLE_METADATA,
    webhook_endpoints: [],
    views_count: views,
    first_viewed_at: firstViewedAt(link),
    expires_at: expiresAt,
    expired_event_at: state === "expired" ? endedAt : null,
    used_at: state === "used" ? endedAt : null,
    cancelled_at: state === "cancelled" ? endedAt : null,
    payment_request_id: link.paymentId,
    event_sequence: state === "active" ? 0 : 1,
    created_at: createdAt,
    updated_at: endedAt ?? createdAt,
  };
}
