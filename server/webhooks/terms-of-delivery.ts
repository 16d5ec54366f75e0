import { env } from "../lib/env";
import { EVENT_TYPES, type EventType } from "./record-event";
import { SCHEDULE_S } from "./rules";

/** What holds for every destination of this installation. */
export type TermsOfDelivery = {
  /** That an endpoint can ask for. */
  eventTypes: readonly EventType[];
  /** Seconds from one try to the next: the first is made at once. */
  scheduleS: readonly number[];
  /** Private networks that the operator lets webhooks reach, as `cidr` or `cidr:port`, IPv6 in brackets before a port. */
  allowedNetworks: string[];
};

export function termsOfDelivery(): TermsOfDelivery {
  const allowedNetworks = env().webhookAllow.map(({ address, prefix, family, port }) => {
    const cidr = `${address}/${prefix}`;
    if (port === null) return cidr;
    return family === "ipv6" ? `[${cidr}]:${port}` : `${cidr}:${port}`;
  });
  return { eventTypes: EVENT_TYPES, scheduleS: SCHEDULE_S, allowedNetworks };
}
