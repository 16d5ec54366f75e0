import type { Tx } from "../lib/db";
import { recordEvent } from "../webhooks/record-event";
import { linkStatus } from "./rules";
import type { ChangedLink } from "./store";

/** Tells the merchant of a change of a link, in the transaction of the change. `data.object`: the list item of the API. */
export async function recordLinkEvent(
  tx: Tx,
  type: "payment_link.used" | "payment_link.expired",
  link: ChangedLink,
): Promise<void> {
  await recordEvent(tx, {
    merchantId: link.merchantId,
    subjectId: link.id,
    sequence: link.eventSequence,
    type,
    test: link.test,
    endpoints: link.webhookEndpoints,
    object: {
      id: link.id,
      amount: Number(link.amount),
      currency: link.currency,
      payment_reference: link.paymentReference,
      order_id: link.orderId,
      status: linkStatus(link, link.dbNow),
      link_type: "single_use",
      views_count: link.viewsCount,
      first_viewed_at: link.firstViewedAt?.toISOString() ?? null,
      expires_at: link.expiresAt.toISOString(),
      created_at: link.createdAt.toISOString(),
      updated_at: link.updatedAt.toISOString(),
      payment_request_id: link.paymentRequestId,
      test: link.test,
      metadata: link.metadata,
    },
  });
}
