import type { IconName } from "../../ui/icons";
import type { Outputs } from "../../ui/queries";

export type PaymentDetail = Outputs["payments"]["get"];

export type TimelineItem = {
  key: string;
  at: string;
  icon: IconName;
  /** done: the payment completed; bad: failed or rejected; warn: returned, undelivered, or an exception; plan: to come. */
  kind: "plain" | "done" | "bad" | "warn" | "plan";
  title: string;
  text?: string;
  /** For a planned item: its time is unknown. */
  isUntimed?: true;
  /** The HTTP call. */
  call?: string;
  /** The state of the attempt, or the type of the event, that it is about. */
  state?: string;
  /** The endpoint of a webhook. */
  endpoint?: string;
  /** The response. */
  answer?: { ok: boolean; text: string };
  /** The delivery that it belongs to. */
  deliveryId?: string;
  /** The request in the log. */
  callId?: string;
};
