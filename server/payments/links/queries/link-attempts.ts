import type { Ctx } from "../../../lib/context";
import { dbOf } from "../../../lib/db";
import { isUuid } from "../../../lib/ids";
import { resolveScope } from "../../../merchants/resolve-merchant";
import { listItem, type PaymentListItem } from "../../queries/list-payments";
import { countRequestsOfLinks, listRequestsOfLink } from "../link-request-store";

/**
 * The payment requests of a merchant's link, newest first, and their number: one for each time that a bank was chosen
 * after the one before had ended. None for another merchant's link. @throws AppError MERCHANT_NOT_FOUND
 */
export async function listPaymentsOfLink(
  ctx: Ctx,
  input: { merchantId?: string; linkId: string; limit: number },
): Promise<{ items: PaymentListItem[]; total: number }> {
  const scope = await resolveScope(ctx, input.merchantId);
  if (!isUuid(input.linkId)) return { items: [], total: 0 };
  const { rows, total } = await listRequestsOfLink(dbOf(ctx), scope, input);
  return { items: rows.map(listItem), total };
}

/**
 * The number of payment requests of each of these links: one for each time that a bank was chosen. Links without one, and
 * links of other merchants, are left out. @throws AppError MERCHANT_NOT_FOUND
 */
export async function countLinkAttempts(
  ctx: Ctx,
  input: { merchantId: string; linkIds: readonly string[] },
): Promise<Record<string, number>> {
  const scope = await resolveScope(ctx, input.merchantId);
  const ids = input.linkIds.filter(isUuid);
  if (ids.length === 0) return {};
  const counted = await countRequestsOfLinks(dbOf(ctx), scope, ids);
  return Object.fromEntries(counted.map(({ linkId, tries }) => [linkId, tries]));
}
