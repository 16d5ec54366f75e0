import { newHexSecret } from "../../../lib/crypto";
import { deliveryHeaders } from "../../delivery/delivery-headers";
import { STALE_S, type Treatment } from "./plan";
import { type ReceiverTestEvent, withAnotherAmount } from "./test-events";

/**
 * Headers and body of one call. The correct signature is made by `deliveryHeaders`, as for every delivery; the faulty ones
 * are derived from it. `secret`: null for an unsigned endpoint.
 */
export function signSending(
  event: ReceiverTestEvent,
  treatment: Treatment,
  secret: string | null,
  at: Date,
): { headers: Record<string, string>; body: string } {
  const { body } = event;
  const right = () => deliveryHeaders(event, secret, at);
  switch (treatment) {
    case "right":
      return { headers: right(), body };
    case "bad_signature":
      return { headers: withAnotherDigit(right()), body };
    case "other_secret":
      return { headers: deliveryHeaders(event, newHexSecret("whsec_"), at), body };
    case "changed_body":
      return { headers: right(), body: withAnotherAmount(body) };
    case "stale":
      return { headers: deliveryHeaders(event, secret, new Date(at.getTime() - STALE_S * 1000)), body };
    case "no_signature":
      return { headers: deliveryHeaders(event, null, at), body };
  }
}

/** Changes the last hex digit of the signature. */
function withAnotherDigit(headers: Record<string, string>): Record<string, string> {
  const signature = headers["X-Signature"] ?? "";
  const digit = signature.endsWith("0") ? "1" : "0";
  return { ...headers, "X-Signature": `${signature.slice(0, -1)}${digit}` };
}
