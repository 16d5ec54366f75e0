import { unixSeconds } from "../lib/clock";
import { publicEventId } from "./record-event";
import { signature } from "./sign";

export const USER_AGENT = "Bankside-Webhooks/1";

/**
 * The headers of one try to tell of an event (contract, "Events and deliveries"), the signature made afresh. `id`: the
 * row's; `secret`: null where nothing is signed.
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
