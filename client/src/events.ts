import type { PaymentLinkEvent, PaymentRequestEvent, WebhookEvent } from "./types.js";

/** Whether an event is about a payment request, also for types added later. */
export function isPaymentRequestEvent(event: WebhookEvent): event is PaymentRequestEvent {
  return event.type.startsWith("payment_request.");
}

/** Whether an event is about a payment link. */
export function isPaymentLinkEvent(event: WebhookEvent): event is PaymentLinkEvent {
  return event.type.startsWith("payment_link.");
}
