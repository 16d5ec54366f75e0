import type { IconName } from "./icons";
import type { PaymentDetail, TimelineItem } from "./payment-timeline";

type PaymentEvent = PaymentDetail["events"][number];
type Delivery = PaymentEvent["deliveries"][number];

const MAX_TRIES = 10;

const EVENTS: Record<string, { title: string; icon: IconName }> = {
  "payment_request.pending": { title: "At the bank", icon: "arrow" },
  "payment_request.succeeded": { title: "Completed", icon: "check" },
  "payment_request.failed": { title: "Failed", icon: "x" },
  "payment_request.cancelled": { title: "Cancelled", icon: "x" },
  "payment_request.reversed": { title: "Money went back", icon: "x" },
  "payment_request.expired": { title: "Expired: no bank was chosen in time", icon: "clock" },
};

/** An event, and each try to tell of it. */
export function toldItems(event: PaymentEvent): TimelineItem[] {
  const known = EVENTS[event.type];
  const unheard = event.deliveries.some(({ status }) => status === "no_destination");
  const told: TimelineItem = {
    key: event.id,
    at: event.createdAt,
    icon: known?.icon ?? "arrow",
    lane: "Bankside",
    kind: event.type === "payment_request.pending" ? "plain" : "key",
    title: known?.title ?? event.type,
    text: `Event ${event.type}, number ${event.sequence} of this payment.${unheard ? " Told to nobody: no webhook URL or endpoint was set for it." : ""}`,
  };
  return [told, ...event.deliveries.flatMap((delivery) => ofDelivery(event.type, delivery))];
}

function ofDelivery(type: string, delivery: Delivery): TimelineItem[] {
  const { id: deliveryId, endpoint, reason, doneAt } = delivery;
  const webhook = { icon: "webhook", lane: "Webhook", deliveryId } as const;
  const items = delivery.attempts.map(({ id, at, number, host, status, durationMs, error }): TimelineItem => {
    const ok = error === null;
    const receiver = endpoint ? `${endpoint.name} (${host})` : host;
    const title = ok ? `${receiver} took it` : `${receiver}, try ${number} of ${MAX_TRIES}: not taken`;
    const answer = { ok, text: `${status ?? "no answer"} in ${durationMs} ms` };
    const text = [type, ok || status !== null ? null : error].filter(Boolean).join(": ");
    return { ...webhook, key: id, at, kind: ok ? "plain" : "bad", title, text, answer };
  });
  // What ended it was no answer of a receiver: the endpoint was not to be told any more.
  if (delivery.status === "failed" && doneAt !== null && reason !== delivery.attempts.at(-1)?.error) {
    const title = `${endpoint?.name ?? "Your server"}: not sent`;
    items.push({ ...webhook, key: `end-${deliveryId}`, at: doneAt, kind: "bad", title, text: `${type}: ${reason}` });
  }
  if (delivery.status === "waiting") {
    const next = `Try ${delivery.tries + 1} of ${MAX_TRIES}: planned`;
    const title = delivery.tries === 0 ? "On its way to your server" : next;
    const text = `${type}. Same event, same body, fresh signature.`;
    items.push({ ...webhook, key: `plan-${deliveryId}`, at: delivery.dueAt, icon: "clock", kind: "plan", title, text });
  }
  return items;
}

export type Destination = {
  /** Null: the default URL. */
  name: string | null;
  deliveryId: string;
  state: "delivered" | "waiting" | "failed" | "none";
  /** The types that it was told of, or is to be. */
  types: string[];
  dueAt: string;
  tries: number;
};

const STATE_OF: Record<string, Destination["state"]> = {
  delivered: "delivered",
  waiting: "waiting",
  failed: "failed",
  no_destination: "none",
};

/** Who hears of the payment: each destination once, by how the worst of its newest deliveries stands. */
export function destinationsOf(events: readonly PaymentEvent[]): Destination[] {
  const found = new Map<string, Destination>();
  for (const event of events) {
    // A resend of the same event comes later, and takes the place of the one before.
    const newest = new Map(event.deliveries.map((delivery) => [delivery.endpoint?.name ?? "", delivery]));
    for (const [name, delivery] of newest) {
      const before = found.get(name);
      const state = STATE_OF[delivery.status] ?? "waiting";
      const types = [...(before?.types ?? []), event.type];
      const { id: deliveryId, dueAt, tries } = delivery;
      const worse = before === undefined || before.state === "delivered" || state !== "delivered";
      found.set(name, worse ? { name: name || null, deliveryId, state, types, dueAt, tries } : { ...before, types });
    }
  }
  return [...found.values()];
}
