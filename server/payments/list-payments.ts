import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import type { PaymentStatus } from "./schema";
import { listRequestsOfMerchant, type RequestRow } from "./store";

export type PaymentListItem = {
  id: string;
  /** Minor units. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  statusReason: string | null;
  initiatedAt: Date | null;
  late: boolean;
  test: boolean;
  paymentReference: string;
  orderId: string;
  customerName: string | null;
  bankName: string | null;
  createdAt: Date;
};

/** A page of a merchant's payments, newest first. `page` counts from 1. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listPayments(
  ctx: Ctx,
  input: { merchantId?: string; page: number; limit: number },
): Promise<{ items: PaymentListItem[]; total: number }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const window = { limit: input.limit, offset: (input.page - 1) * input.limit };
  const { rows, total } = await listRequestsOfMerchant(dbOf(ctx), merchant.id, window);
  return { items: rows.map(listItem), total };
}

/** What a list shows of a payment request. */
export function listItem(row: RequestRow): PaymentListItem {
  return {
    id: row.id,
    amount: Number(row.amount),
    currency: row.currency,
    status: row.status,
    statusReason: row.statusReason,
    initiatedAt: row.initiatedAt,
    late: row.late,
    test: row.test,
    paymentReference: row.paymentReference,
    orderId: row.orderId,
    customerName: row.customer?.name ?? null,
    bankName: row.bankName,
    createdAt: row.createdAt,
  };
}
