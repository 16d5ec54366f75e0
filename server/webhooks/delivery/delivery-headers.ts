import { unixSeconds } from "../../lib/clock";
import { publicEventId } from "../events/record-event";
import { signature } from "./signature";

export const USER_AGENT = "Bankside-Webhooks/1";

/**
 * The headers of one attempt (contract, "Events and deliveries"), with a signature of `at`. `id`: the event's, without
 * its prefix; `secret`: null for an unsigned endpoint.
 */
export function deliveryHeaders(
  { id, body }: { id: string; body: string },
  secret: string | null,
  at: Date,
): Record<string, string> {
  const timestampS = unixSeconds(at);
  return {
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "X-Event-Id": publicEventId(id),
    "X-Timestamp": String(timestampS),
    ...(secret === null ? {} : { "X-Signature": signature(secret, timestampS, body) }),
  };
}
