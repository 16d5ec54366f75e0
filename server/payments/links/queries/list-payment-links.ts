import type { Ctx } from "../../../lib/context";
import type { TenantScope } from "../../../lib/db";
import { dbOf } from "../../../lib/db";
import { resolveMerchant, scopeOf } from "../../../merchants/resolve-merchant";
import type { ListPaymentLinks, PaymentLinkListItem, PaymentLinkPage } from "../schema";
import { linkItem } from "./link-item";
import { findLinks, type ListedLink } from "./list-store";

/** The API's parameters, and `test`: only test, or only live links. */
type WantedLinks = ListPaymentLinks & { test?: boolean };

/**
 * A page of links; without a merchant, those of all the caller's merchants.
 * @throws AppError MERCHANT_NOT_FOUND, NO_TOKEN
 */
export async function listPaymentLinks(ctx: Ctx, query: WantedLinks): Promise<PaymentLinkPage> {
  const { page, limit, sort, status, search, test } = query;
  const filter = { scope: await wantedScope(ctx, query.merchant_id), test, status, search };
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

/** A link with its merchant, as lists contain it. */
export function listItem(link: ListedLink): PaymentLinkListItem {
  return { merchant: { id: link.merchantId, brand_name: link.brandName }, ...linkItem(link) };
}

async function wantedScope(ctx: Ctx, merchantId: string | undefined): Promise<TenantScope> {
  const scope = scopeOf(ctx.caller);
  if (merchantId === undefined) return scope;
  return { ...scope, merchantId: (await resolveMerchant(ctx, merchantId)).id };
}
