import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { noSuchPartner } from "../merchants/read-merchant";
import {
  findMerchantOverview,
  findMerchantOverviews,
  findPartnerOverviews,
  type MerchantCursor,
  type MerchantFilter,
  type MerchantOverview,
  type PartnerOverview,
} from "./merchants-store";
import { requirePlatform } from "./require-platform";

export type { MerchantCursor, MerchantOverview, PartnerOverview };

const MAX_PARTNERS = 1_000;

/**
 * The merchants of the installation by name, a page of them; `next` is where the page after it begins, null at the end.
 * @throws AppError FORBIDDEN_VIEW
 */
export async function listMerchantOverviews(
  ctx: Ctx,
  { filter, after, limit }: { filter: MerchantFilter; after: MerchantCursor | null; limit: number },
): Promise<{ items: MerchantOverview[]; next: MerchantCursor | null }> {
  requirePlatform(ctx);
  const rows = await findMerchantOverviews(dbOf(ctx), filter, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = page.map(({ name: _, ...item }) => item);
  return { items, next: rows.length > limit && last ? { name: last.name, id: last.id } : null };
}

/** One merchant as the operator sees it. @throws AppError FORBIDDEN_VIEW, MERCHANT_NOT_FOUND */
export async function readMerchantOverview(ctx: Ctx, input: { merchantId: string }): Promise<MerchantOverview> {
  requirePlatform(ctx);
  const found = isUuid(input.merchantId) ? await findMerchantOverview(dbOf(ctx), input.merchantId) : null;
  if (!found) throw new AppError("MERCHANT_NOT_FOUND");
  return found;
}

/** The partners by name. @throws AppError FORBIDDEN_VIEW */
export async function listPartnerOverviews(ctx: Ctx): Promise<PartnerOverview[]> {
  requirePlatform(ctx);
  return findPartnerOverviews(dbOf(ctx), null, MAX_PARTNERS);
}

/** One partner. @throws AppError FORBIDDEN_VIEW, NOT_FOUND */
export async function readPartnerOverview(ctx: Ctx, input: { partnerId: string }): Promise<PartnerOverview> {
  requirePlatform(ctx);
  const [found] = isUuid(input.partnerId) ? await findPartnerOverviews(dbOf(ctx), input.partnerId, 1) : [];
  if (!found) throw noSuchPartner();
  return found;
}
