import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type LinkStatus, linkStatus } from "./rules";
import { listLinksOfMerchant } from "./store";

export type PaymentLinkListItem = {
  id: string;
  /** Minor units. */
  amount: number;
  currency: string;
  paymentReference: string;
  orderId: string;
  status: LinkStatus;
  test: boolean;
  viewsCount: number;
  expiresAt: Date;
  createdAt: Date;
  paymentRequestId: string | null;
};

/** A page of a merchant's links, newest first. `page` counts from 1. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listPaymentLinks(
  ctx: Ctx,
  input: { merchantId?: string; page: number; limit: number },
): Promise<{ items: PaymentLinkListItem[]; total: number }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const window = { limit: input.limit, offset: (input.page - 1) * input.limit };
  const { rows, total } = await listLinksOfMerchant(dbOf(ctx), merchant.id, window);
  const items = rows.map((row) => ({
    id: row.id,
    amount: Number(row.amount),
    currency: row.currency,
    paymentReference: row.paymentReference,
    orderId: row.orderId,
    status: linkStatus(row, row.dbNow),
    test: row.test,
    viewsCount: row.viewsCount,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    paymentRequestId: row.paymentRequestId,
  }));
  return { items, total };
}
