import type { Ctx } from "../../../lib/context";
import { dbOf } from "../../../lib/db";
import { isUuid } from "../../../lib/ids";
import { resolveMerchant } from "../../../merchants/resolve-merchant";
import { countRequestsOfLinks } from "../link-request-store";

/**
 * The number of payment requests of each of these links: one for each time that a bank was chosen. Links without one, and
 * links of other merchants, are left out. @throws AppError MERCHANT_NOT_FOUND
 */
export async function countLinkAttempts(
  ctx: Ctx,
  input: { merchantId: string; linkIds: readonly string[] },
): Promise<Record<string, number>> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const scope = { merchantId: merchant.id, testOnly: ctx.caller.testOnly };
  const ids = input.linkIds.filter(isUuid);
  if (ids.length === 0) return {};
  const counted = await countRequestsOfLinks(dbOf(ctx), scope, ids);
  return Object.fromEntries(counted.map(({ linkId, tries }) => [linkId, tries]));
}
