import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { urlOfLink } from "./link-url";
import { findLinkInScope } from "./list-store";

/** The address of a link, shown again to its merchant. @throws AppError PAYMENT_LINK_NOT_FOUND, MERCHANT_NOT_FOUND */
export async function getLinkUrl(ctx: Ctx, input: { id: string; merchantId?: string }): Promise<{ url: string }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const scope = { merchantId: merchant.id, testOnly: ctx.caller.testOnly };
  const link = isUuid(input.id) ? await findLinkInScope(dbOf(ctx), scope, input.id) : null;
  if (!link) throw new AppError("PAYMENT_LINK_NOT_FOUND");
  return { url: urlOfLink(link) };
}
