import type { IconName } from "../../ui/icons";
import { isSample } from "../../ui/sample";
import { deliveryLabel, formatAttempt, isStopped } from "../deliveries/delivery-labels";
import type { PaymentDetail, TimelineItem } from "./timeline-item";

type PaymentEvent = PaymentDetail["events"][number];
type Delivery = PaymentEvent["deliveries"][number];

const EVENTS: Record<string, { title: string; icon: IconName; kind: TimelineItem["kind"] }> = {
  "payment_request.pending": { title: "At the bank", icon: "arrow", kind: "plain" },
  "payment_request.succeeded": { title: "Completed", icon: "check", kind: "done" },
  "payment_request.failed": { title: "Failed", icon: "x", kind: "bad" },
  "payment_request.cancelled": { title: "Cancelled", icon: "x", kind: "plain" },
  "payment_request.reversed": { title: "Returned", icon: "x", kind: "warn" },
  "payment_request.expired": { title: "Expired", icon: "clock", kind: "plain" },
};

/** An event, with each attempt to deliver its webhooks. */
export function webhookItems(event: PaymentEvent): TimelineItem[] {
  const known = EVENTS[event.type];
  const isUnsent = event.deliveries.some(({ status }) => status === "no_destination");
  const unsent = isUnsent ? ". No webhook was sent: there was no endpoint for it." : "";
  const item: TimelineItem = {
    key: event.id,
    at: event.createdAt,
    state: event.type,
    icon: known?.icon ?? "arrow",
    kind: known?.kind ?? "plain",
    title: known?.title ?? event.type,
    text: `${event.type} (sequence ${event.sequence})${unsent}`,
  };
  return [item, ...event.deliveries.flatMap((delivery) => deliveryItems(event.type, delivery))];
}

function deliveryItems(type: string, delivery: Delivery): TimelineItem[] {
  const { id: deliveryId, endpoint, reason, doneAt } = delivery;
  const name = endpoint?.name ?? "the default URL";
  const webhook = { icon: "webhook", deliveryId, endpoint: name } as const;
  if (isSample(deliveryId)) {
    const title = `Sample delivery to ${name}`;
    return delivery.attempts
      .slice(0, 1)
      .map(({ id, at }) => ({ ...webhook, key: id, at, kind: "plain", title, text: `${type}, not sent` }));
  }
  const items = delivery.attempts.map(({ id, at, number, host, status, durationMs, error }): TimelineItem => {
    const ok = error === null;
    const receiver = endpoint ? `${endpoint.name} (${host})` : host;
    const title = ok ? `Webhook delivered to ${receiver}` : `Webhook to ${receiver} not delivered`;
    const answer = { ok, text: `${status ?? "no response"} in ${durationMs} ms` };
    const which = ok && number === 1 ? "" : `attempt ${formatAttempt(number, delivery)}`;
    const text = [type, which, ok || status !== null ? "" : error].filter(Boolean).join(", ");
    return { ...webhook, key: id, at, kind: ok ? "plain" : "warn", title, text, answer };
  });
  // Ended without a response of the receiver, for example because the endpoint was disabled.
  if (delivery.status === "failed" && doneAt !== null && reason !== delivery.attempts.at(-1)?.error) {
    const title = `Webhook to ${name} not sent`;
    items.push({ ...webhook, key: `end-${deliveryId}`, at: doneAt, kind: "bad", title, text: `${type}: ${reason}` });
  }
  return delivery.status === "waiting" ? [...items, plannedItem(type, delivery, name)] : items;
}

/** The next attempt. Deliveries of a paused endpoint have no time, whatever their due time was. */
function plannedItem(type: string, delivery: Delivery, name: string): TimelineItem {
  const { id: deliveryId, tries, dueAt, state } = delivery;
  const key = `plan-${deliveryId}`;
  const item = { key, at: dueAt, icon: "clock", kind: "plan", deliveryId, endpoint: name } as const;
  if (isStopped(state))
    return { ...item, title: `Webhook to ${name}`, text: `${type}. ${deliveryLabel(state).word}.`, isUntimed: true };
  return { ...item, title: `Webhook to ${name}`, text: `${type}, attempt ${formatAttempt(tries + 1, delivery)}` };
}

export type EndpointDelivery = {
  /** Null: the default URL. */
  name: string | null;
  deliveryId: string;
  state: Delivery["state"];
  /** The event types that were sent to it, or are to be. */
  types: string[];
  dueAt: string;
  tries: number;
};

/** Each endpoint of a payment once, in the worst state of its newest deliveries. */
export function endpointDeliveries(events: readonly PaymentEvent[]): EndpointDelivery[] {
  const found = new Map<string, EndpointDelivery>();
  for (const event of events) {
    // A resend of the same event comes later, and replaces the delivery before.
    const newest = new Map(event.deliveries.map((delivery) => [delivery.endpoint?.name ?? "", delivery]));
    for (const [name, delivery] of newest) {
      const before = found.get(name);
      const types = [...(before?.types ?? []), event.type];
      const { id: deliveryId, state, dueAt, tries } = delivery;
      const worse = before === undefined || before.state === "delivered" || state !== "delivered";
      const own = { name: name || null, deliveryId, state, types, dueAt, tries };
      found.set(name, worse ? own : { ...before, types });
    }
  }
  return [...found.values()];
}
