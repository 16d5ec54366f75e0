import { writtenNetwork } from "../../lib/config/env-parsers";
import { networksOpenTo } from "../../lib/net/check-url";
import { RETRY_SCHEDULE_S } from "../delivery/retry-schedule";
import { EVENT_TYPES, type EventType } from "../events/record-event";

/** The rules for all endpoints of a merchant. */
export type DeliveryPolicy = {
  /** That an endpoint can subscribe to. */
  eventTypes: readonly EventType[];
  /** Seconds between attempts; the first is made at once. */
  scheduleS: readonly number[];
  /** Private networks that the operator allows for the merchant's webhooks, as `cidr:port`, IPv6 in brackets. */
  allowedNetworks: string[];
};

/** What a merchant's endpoints can subscribe to and how they are called: event types, retries in seconds, allowed networks. */
export function deliveryPolicy(merchantId: string): DeliveryPolicy {
  return {
    eventTypes: EVENT_TYPES,
    scheduleS: RETRY_SCHEDULE_S,
    allowedNetworks: networksOpenTo(merchantId).map(writtenNetwork),
  };
}
