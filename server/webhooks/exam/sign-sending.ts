import { newHexSecret } from "../../lib/crypto";
import { deliveryHeaders } from "../delivery-headers";
import { type ExamEvent, withAnotherAmount } from "./exam-events";
import { STALE_S, type Treatment } from "./exam-plan";

/**
 * Headers and body of one call of an exam. The right signature is made as every delivery's is; what is wrong is made from
 * it. `secret`: null where nothing is signed.
 */
export function signSending(
  event: ExamEvent,
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

/** The last hex digit of the signature is another. */
function withAnotherDigit(headers: Record<string, string>): Record<string, string> {
  const signature = headers["X-Signature"] ?? "";
  const digit = signature.endsWith("0") ? "1" : "0";
  return { ...headers, "X-Signature": `${signature.slice(0, -1)}${digit}` };
}
