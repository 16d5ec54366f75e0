import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { linkItem } from "./link-item";
import { scopeOfCaller } from "./link-scope";
import { findLinks, type LinkScope, type ListedLink } from "./list-store";
import type { ListPaymentLinks, PaymentLinkListItem, PaymentLinkPage } from "./schema";

/**
 * A page of links. Whoever names no merchant gets the links of all that are the caller's.
 * @throws AppError MERCHANT_NOT_FOUND
 */
export async function listPaymentLinks(ctx: Ctx, query: ListPaymentLinks): Promise<PaymentLinkPage> {
  const { page, limit, sort, status, search } = query;
  const filter = { scope: await scopeOf(ctx, query.merchant_id), status, search };
  const offset = BigInt(page - 1) * BigInt(limit);
  const { rows, total } = await findLinks(dbOf(ctx), filter, { sort, limit, offset });
  const totalPages = Math.ceil(Number(total) / limit);
  return {
    data: rows.map(listItem),
    pagination: {
      total: Number(total),
      page,
      limit,
      totalPages,
      hasNextPage: page < totalPages,
      hasPreviousPage: page > 1,
    },
  };
}

/** A link as a list shows it: with its merchant. */
export function listItem(link: ListedLink): PaymentLinkListItem {
  return { merchant: { id: link.merchantId, brand_name: link.brandName }, ...linkItem(link) };
}

async function scopeOf(ctx: Ctx, merchantId: string | undefined): Promise<LinkScope> {
  const scope = scopeOfCaller(ctx.caller);
  if (merchantId === undefined) return scope;
  return { ...scope, merchantId: (await resolveMerchant(ctx, merchantId)).id };
}
