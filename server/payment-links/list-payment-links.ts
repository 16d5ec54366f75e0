import type { Ctx, TenantScope } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { scopeOf } from "../merchants/scope";
import { linkItem } from "./link-item";
import { countByStatus, findLinks, type LinkPlace, type ListedLink, walkLinks } from "./list-store";
import type { LinkStatus } from "./rules";
import type { ListPaymentLinks, PaymentLinkListItem, PaymentLinkPage } from "./schema";

/** Where a batch of links ended. */
export type LinkCursor = LinkPlace;

/** What the API takes; and `test`, by which the Console shows only the tests, or only the live ones. */
type WantedLinks = ListPaymentLinks & { test?: boolean };

/**
 * A page of links. Whoever names no merchant gets the links of all that are the caller's.
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

/**
 * How many links there are of each status under the rest of such a filter.
 * @throws AppError MERCHANT_NOT_FOUND, NO_TOKEN
 */
export async function countPaymentLinks(
  ctx: Ctx,
  query: Pick<WantedLinks, "merchant_id" | "search" | "test">,
): Promise<Record<LinkStatus, number>> {
  const { search, test } = query;
  const counts = await countByStatus(dbOf(ctx), { scope: await wantedScope(ctx, query.merchant_id), test, search });
  const { active, used, expired, cancelled } = counts;
  return { active: Number(active), used: Number(used), expired: Number(expired), cancelled: Number(cancelled) };
}

/**
 * The links of such a filter after the last one of a batch before; null: from the beginning. For files of the whole list.
 * @throws AppError MERCHANT_NOT_FOUND, NO_TOKEN
 */
export async function listPaymentLinksAfter(
  ctx: Ctx,
  query: Pick<WantedLinks, "merchant_id" | "search" | "test" | "status" | "sort" | "limit">,
  after: LinkCursor | null,
): Promise<{ rows: PaymentLinkListItem[]; next: LinkCursor | null }> {
  const { sort, limit, status, search, test } = query;
  const filter = { scope: await wantedScope(ctx, query.merchant_id), test, status, search };
  const rows = await walkLinks(dbOf(ctx), filter, { sort, limit, after });
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { rows: rows.map(listItem), next: last ? { key: keyOf(last, sort), id: last.id } : null };
}

function keyOf(link: ListedLink, sort: ListPaymentLinks["sort"]): LinkPlace["key"] {
  if (sort.startsWith("amount")) return link.amount;
  return sort.startsWith("updated_at") ? link.updatedAt : link.createdAt;
}

/** A link as a list shows it: with its merchant. */
export function listItem(link: ListedLink): PaymentLinkListItem {
  return { merchant: { id: link.merchantId, brand_name: link.brandName }, ...linkItem(link) };
}

async function wantedScope(ctx: Ctx, merchantId: string | undefined): Promise<TenantScope> {
  const scope = scopeOf(ctx.caller);
  if (merchantId === undefined) return scope;
  return { ...scope, merchantId: (await resolveMerchant(ctx, merchantId)).id };
}
