import type { IconName } from "./icons";
import type { Outputs } from "./queries";

type Detail = Outputs["payments"]["get"];
type PaymentEvent = Detail["events"][number];
type Transition = Detail["payment"]["transitions"][number];

export type TimelineItem = {
  key: string;
  at: string;
  icon: IconName;
  lane: "Your server" | "Shopper" | "Bank" | "Webhook" | "Bankside";
  /** key: the payment's state changed; bad: something was refused; plan: it is still to come. */
  kind: "plain" | "key" | "bad" | "plan";
  title: string;
  text?: string;
  /** The answer of a receiver. */
  answer?: { ok: boolean; text: string };
  /** The delivery that it belongs to. */
  deliveryId?: string;
};

const MAX_TRIES = 10;

const STATES: Record<string, { title: string; text?: string; kind?: "bad" }> = {
  INITIATING: {
    title: "A bank was chosen",
    text: "Written down here before the bank is asked, so that no crash can lose it.",
  },
  INIT_UNKNOWN: {
    title: "The bank may have the payment: its answer was lost",
    text: "It may ask the shopper in its own app, so it is asked again.",
  },
  AWAITING_AUTH: {
    title: "The bank has the payment and waits for approval",
    text: "From here the shop cannot change the amount.",
  },
  AUTHORISED: { title: "The shopper has approved", text: "The payment is submitted next." },
  SUBMITTING: {
    title: "Submitted to the bank",
    text: "Written down here before it is sent, with the bytes and the key that a repetition has again.",
  },
  SUBMIT_UNKNOWN: {
    title: "The bank’s answer to the submission was lost",
    text: "The bank is asked what became of it; until it says so, nothing is called failed.",
  },
  ACCEPTED: { title: "Approved: the bank works on it", text: "Checked and accepted; the money is on its way." },
  EXECUTED: { title: "Taken from the shopper’s account" },
  SETTLED: { title: "Arrived on your account" },
  DISPUTED: { title: "Blocked by the bank on its way", kind: "bad" },
  FAILED: { title: "The bank ended the payment without paying", kind: "bad" },
  CANCELLED: { title: "The payment was stopped at the bank" },
};

const EVENTS: Record<string, { title: string; icon: IconName }> = {
  "payment_request.pending": { title: "At the bank", icon: "arrow" },
  "payment_request.succeeded": { title: "Completed", icon: "check" },
  "payment_request.failed": { title: "Failed", icon: "x" },
  "payment_request.cancelled": { title: "Cancelled", icon: "x" },
  "payment_request.reversed": { title: "Money went back", icon: "x" },
  "payment_request.expired": { title: "Expired: no bank was chosen in time", icon: "clock" },
};

const SOURCES: Record<string, string> = {
  initiation: "the bank’s first answer",
  return: "asked when the shopper came back",
  poll: "asked by ourselves",
  cancellation: "asked to stop",
  recovery: "asked after an interruption",
  submission: "the bank’s answer to the submission",
  push: "asked when the bank gave a sign",
  recon: "seen on the receiving account",
};

function ofTransition(transition: Transition, index: number): TimelineItem {
  const known = STATES[transition.toState];
  const source = SOURCES[transition.source];
  // A statement says no status: the money is there.
  const seen = transition.source === "recon" ? "Seen on the account’s statement." : "";
  const said = transition.rawStatus ? `Bank status ${transition.rawStatus}${source ? `, ${source}` : ""}.` : seen;
  const text = [known?.text, said].filter(Boolean).join(" ");
  const ours = transition.toState === "INITIATING";
  return {
    key: `transition-${index}`,
    at: transition.at,
    icon: ours ? "phone" : "bank",
    lane: ours ? "Shopper" : "Bank",
    kind: known?.kind ?? "plain",
    title: known?.title ?? transition.toState,
    ...(text ? { text } : {}),
  };
}

function ofEvent(event: PaymentEvent): TimelineItem[] {
  const known = EVENTS[event.type];
  const unheard = event.deliveries.some(({ status }) => status === "no_destination");
  const items: TimelineItem[] = [
    {
      key: event.id,
      at: event.createdAt,
      icon: known?.icon ?? "arrow",
      lane: "Bankside",
      kind: event.type === "payment_request.pending" ? "plain" : "key",
      title: known?.title ?? event.type,
      text: `Event ${event.type}, number ${event.sequence} of this payment.${unheard ? " Told to nobody: no webhook URL or endpoint was set for it." : ""}`,
    },
  ];
  for (const delivery of event.deliveries) {
    const { id: deliveryId, endpoint, reason, doneAt } = delivery;
    for (const { id, at, number, host, status, durationMs, error } of delivery.attempts) {
      const ok = error === null;
      const receiver = endpoint ? `${endpoint.name} (${host})` : host;
      const title = ok ? `${receiver} took it` : `${receiver}, try ${number} of ${MAX_TRIES}: not taken`;
      const answer = { ok, text: `${status ?? "no answer"} in ${durationMs} ms` };
      const text = [event.type, ok || status !== null ? null : error].filter(Boolean).join(": ");
      const kind = ok ? "plain" : "bad";
      items.push({ key: id, at, icon: "webhook", lane: "Webhook", kind, title, text, answer, deliveryId });
    }
    // What ended it was no answer of a receiver: the endpoint was not to be told any more.
    if (delivery.status === "failed" && doneAt !== null && reason !== delivery.attempts.at(-1)?.error) {
      const text = `${event.type}: ${reason}`;
      const title = `${endpoint?.name ?? "Your server"}: not sent`;
      const key = `end-${deliveryId}`;
      items.push({ key, at: doneAt, icon: "webhook", lane: "Webhook", kind: "bad", title, text, deliveryId });
    }
    if (delivery.status === "waiting") {
      const title =
        delivery.tries === 0 ? "On its way to your server" : `Try ${delivery.tries + 1} of ${MAX_TRIES}: planned`;
      const text = `${event.type}. Same event, same body, fresh signature.`;
      items.push({
        key: `plan-${deliveryId}`,
        at: delivery.dueAt,
        icon: "clock",
        lane: "Webhook",
        kind: "plan",
        title,
        text,
        deliveryId,
      });
    }
  }
  return items;
}

/** Everything that happened to a payment, in the order in which it happened: what was told stands among what was done. */
export function timelineOf({ payment, events }: Detail): TimelineItem[] {
  const created: TimelineItem = {
    key: "created",
    at: payment.createdAt,
    icon: payment.paymentLinkId ? "link" : "server",
    lane: payment.paymentLinkId ? "Shopper" : "Your server",
    kind: "plain",
    title: "Payment request created",
    text: `${payment.decimal} ${payment.currency} for order ${payment.orderId}${payment.paymentLinkId ? ", by a payment link" : ""}.`,
  };
  const items = [created, ...payment.transitions.map(ofTransition), ...events.flatMap(ofEvent)];
  // What was planned stands last, whatever the clocks say; a stable sort keeps what happened at one moment in its order.
  const rank = (item: TimelineItem) => (item.kind === "plan" ? 1 : 0);
  return items.sort((a, b) => rank(a) - rank(b) || Date.parse(a.at) - Date.parse(b.at));
}

/** `+2 s`, `+6 min`: how long after the beginning. */
export function sinceStart(at: string, start: string): string {
  const seconds = Math.round((Date.parse(at) - Date.parse(start)) / 1000);
  if (seconds <= 0) return "start";
  if (seconds < 120) return `+${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `+${minutes} min` : `+${Math.round(minutes / 60)} h`;
}

/** The news of a payment, in one sentence, and what follows from it in another. */
export function newsOf({ payment, events }: Detail): { news: string; more: string } {
  const bank = payment.bankName ?? "the bank";
  const open = payment.initiatedAt
    ? { news: `The payment is at ${bank} and waits there.`, more: "It stays open until the bank gives its answer." }
    : { news: "No bank was chosen yet.", more: "It expires fifteen minutes after it was made." };
  const told = events.flatMap(({ deliveries }) => deliveries);
  const waiting = told.some(({ status, tries }) => status === "waiting" && tries > 0);
  const quiet = told.length > 0 && told.every(({ status }) => status === "no_destination");
  const webhooks = waiting
    ? "Your server has not taken the news yet."
    : quiet
      ? "Nobody was told: no webhook URL or endpoint is set for it."
      : told.some(({ status }) => status === "failed")
        ? "Not all of the news was taken by your server."
        : "";
  const sentences: Record<string, { news: string; more: string }> = {
    pending: open,
    completed: {
      news: `Paid from ${bank}, and ${payment.late ? "the money arrived late" : "the bank has confirmed it"}.`,
      more: "",
    },
    failed: { news: payment.bankName ? `${bank} ended it without paying.` : "It failed.", more: "No money was moved." },
    cancelled: { news: "It was cancelled.", more: "No money was moved." },
    expired: { news: "It expired: no bank was chosen in time.", more: "No money was moved." },
  };
  const { news, more } = sentences[payment.status] ?? open;
  return { news, more: [more, webhooks].filter(Boolean).join(" ") };
}
