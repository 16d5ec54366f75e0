import type { LinkStatus } from "../rules";
import type { PaymentLinkItem } from "../schema";
import type { LinkRow } from "../store";

/** What a list shows of a link. `status`: now, by the database's clock. */
export type LinkFacts = { status: LinkStatus } & Pick<
  LinkRow,
  | "id"
  | "amount"
  | "currency"
  | "paymentReference"
  | "orderId"
  | "viewsCount"
  | "firstViewedAt"
  | "expiresAt"
  | "createdAt"
  | "updatedAt"
  | "paymentRequestId"
>;

/** A link as lists, details and events contain it (contract, "Payment links"), without its merchant. */
export function linkItem(link: LinkFacts): PaymentLinkItem {
  return {
    id: link.id,
    amount: Number(link.amount),
    currency: link.currency,
    payment_reference: link.paymentReference,
    order_id: link.orderId,
    status: link.status,
    link_type: "single_use",
    views_count: link.viewsCount,
    first_viewed_at: link.firstViewedAt?.toISOString() ?? null,
    expires_at: link.expiresAt.toISOString(),
    created_at: link.createdAt.toISOString(),
    updated_at: link.updatedAt.toISOString(),
    payment_request_id: link.paymentRequestId,
  };
}
