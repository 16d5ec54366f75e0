import { callItems, createdItem } from "./payment-calls";
import { bankItems, customerItems, moneyItems } from "./payment-timeline-events";
import { webhookItems } from "./payment-webhooks";
import type { PaymentDetail, TimelineItem } from "./timeline-item";

/** The timeline of a payment, oldest first: calls, the customer, the bank, the money and the webhooks. */
export function timelineOf(detail: PaymentDetail): TimelineItem[] {
  const items = [
    createdItem(detail),
    ...callItems(detail),
    ...customerItems(detail),
    ...bankItems(detail),
    ...moneyItems(detail),
    ...detail.events.flatMap(webhookItems),
  ];
  // Planned items are last, whatever their time; a stable sort keeps the order of items with the same time.
  const rank = (item: TimelineItem) => (item.kind === "plan" ? 1 : 0);
  return items.sort((a, b) => rank(a) - rank(b) || Date.parse(a.at) - Date.parse(b.at));
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Whole minutes only, from here on. */
const LONG_S = 10 * MINUTE_S;

/** `48 s`, `1 min 56 s`, `12 min`, `3 h`, `2 days`. */
export function lasting(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  if (seconds < MINUTE_S) return `${seconds} s`;
  const rest = seconds % MINUTE_S;
  if (seconds < LONG_S && rest > 0) return `${(seconds - rest) / MINUTE_S} min ${rest} s`;
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
  if (seconds < 2 * DAY_S) return `${Math.round(seconds / HOUR_S)} h`;
  return `${Math.round(seconds / DAY_S)} days`;
}
