import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { isUuid } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { listRequestsOfLink } from "./link-request-store";
import { listItem, type PaymentListItem } from "./list-payments";

/**
 * What has been started with one link of a merchant, newest first, and how often: a request for each time that a bank was
 * pressed after the one before had ended. None for a link that is not the merchant's. @throws AppError MERCHANT_NOT_FOUND
 */
export async function listPaymentsOfLink(
  ctx: Ctx,
  input: { merchantId?: string; linkId: string; limit: number },
): Promise<{ items: PaymentListItem[]; total: number }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  if (!isUuid(input.linkId)) return { items: [], total: 0 };
  const scope = { merchantId: merchant.id, testOnly: ctx.caller.testOnly };
  const { rows, total } = await listRequestsOfLink(dbOf(ctx), scope, input);
  return { items: rows.map(listItem), total };
}
