import type { PaymentLinkEvent, PaymentRequestEvent, WebhookEvent } from "./types.js";

/** Whether an event tells how a payment request stands, whatever its type: one that was added later, too. */
export function isPaymentRequestEvent(event: WebhookEvent): event is PaymentRequestEvent {
  return event.type.startsWith("payment_request.");
}

/** Whether an event tells of a payment link. */
export function isPaymentLinkEvent(event: WebhookEvent): event is PaymentLinkEvent {
  return event.type.startsWith("payment_link.");
}
