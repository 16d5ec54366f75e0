import type { Tx } from "../../lib/db";
import { type NewEvent, recordEvent } from "../../webhooks/events/record-event";
import { lockRequest, nextEventSequence, type RequestRow } from "./store";

export type PaymentEventType =
  | "payment_request.pending"
  | "payment_request.succeeded"
  | "payment_request.failed"
  | "payment_request.cancelled"
  | "payment_request.expired"
  | "payment_request.reversed";

/**
 * Records an event with the present state of a payment request, in the transaction of the change. The object never
 * contains the payment token: that is a credential.
 */
export async function recordPaymentEvent(tx: Tx, id: string, type: PaymentEventType): Promise<void> {
  const sequence = await nextEventSequence(tx, id);
  await recordEvent(tx, paymentEvent(await lockRequest(tx, id), type, sequence));
}

/** The event of a request's present state. */
export function paymentEvent(request: RequestRow, type: PaymentEventType, sequence: number): NewEvent {
  // A receiver trusts these two names: the link's own values must not appear under them, also where ours is absent.
  const { order_id: _orderId, bank_name: _bankName, ...ownMetadata } = request.metadata;
  return {
    merchantId: request.merchantId,
    subjectId: request.id,
    sequence,
    type,
    test: request.test,
    endpoints: request.webhookEndpoints,
    object: {
      id: request.id,
      amount: request.amount.toString(),
      currency: request.currency,
      status: request.status,
      status_reason: request.statusReason,
      test: request.test,
      late: request.late,
      reversed_amount: request.reversedAmount?.toString() ?? null,
      payment_link_id: request.paymentLinkId,
      metadata: {
        ...ownMetadata,
        order_id: request.orderId,
        ...(request.bankName ? { bank_name: request.bankName } : {}),
      },
      rewards: request.rewards,
    },
  };
}
