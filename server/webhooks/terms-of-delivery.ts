import { networksOpenTo } from "../lib/check-url";
import { writtenNetwork } from "../lib/env-parsers";
import { EVENT_TYPES, type EventType } from "./record-event";
import { SCHEDULE_S } from "./rules";

/** What holds for every endpoint of a merchant. */
export type TermsOfDelivery = {
  /** That an endpoint can ask for. */
  eventTypes: readonly EventType[];
  /** Seconds from one try to the next: the first is made at once. */
  scheduleS: readonly number[];
  /** Private networks that the operator opened to the merchant's webhooks, as `cidr:port`, IPv6 in brackets. */
  allowedNetworks: string[];
};

export function termsOfDelivery(merchantId: string): TermsOfDelivery {
  return {
    eventTypes: EVENT_TYPES,
    scheduleS: SCHEDULE_S,
    allowedNetworks: networksOpenTo(merchantId).map(writtenNetwork),
  };
}
