import type { IconName } from "./icons";
import { callItems, createdItem } from "./payment-calls";
import { bankItems, moneyItems, shopperItems } from "./payment-happenings";
import { toldItems } from "./payment-told";
import type { Outputs } from "./queries";

export type PaymentDetail = Outputs["payments"]["get"];

export const LANES = ["Your server", "Shopper", "Bank", "Webhook", "Bankside"] as const;
export type Lane = (typeof LANES)[number];

export type TimelineItem = {
  key: string;
  at: string;
  icon: IconName;
  lane: Lane;
  /** key: the payment's state changed; bad: something was refused; plan: it is still to come. */
  kind: "plain" | "key" | "bad" | "plan";
  title: string;
  text?: string;
  /** The call itself, as programs write it. */
  call?: string;
  /** What was answered to it. */
  answer?: { ok: boolean; text: string };
  /** The delivery that it belongs to. */
  deliveryId?: string;
  /** The call of the API in the log. */
  callId?: string;
};

/** Everything that happened to a payment, in the order in which it happened: what was told stands among what was done. */
export function timelineOf(detail: PaymentDetail): TimelineItem[] {
  const items = [
    createdItem(detail),
    ...callItems(detail),
    ...shopperItems(detail),
    ...bankItems(detail),
    ...moneyItems(detail),
    ...detail.events.flatMap(toldItems),
  ];
  // What was planned stands last, whatever the clocks say; a stable sort keeps what happened at one moment in its order.
  const rank = (item: TimelineItem) => (item.kind === "plan" ? 1 : 0);
  return items.sort((a, b) => rank(a) - rank(b) || Date.parse(a.at) - Date.parse(b.at));
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** `48 s`, `6 min`, `3 h`, `2 days`: how long something took. */
export function lasting(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  if (seconds < 2 * MINUTE_S) return `${seconds} s`;
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
  if (seconds < 2 * DAY_S) return `${Math.round(seconds / HOUR_S)} h`;
  return `${Math.round(seconds / DAY_S)} days`;
}

/** `+2 s`, `+6 min`: how long after the beginning. */
export function sinceStart(at: string, start: string): string {
  return Date.parse(at) - Date.parse(start) < 500 ? "start" : `+${lasting(start, at)}`;
}
