import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { findMerchant, type MerchantRow } from "./store";

export type Merchant = MerchantRow;

/**
 * The merchant that a call is for: one rule wherever `merchant_id` is accepted (contract, "Callers and merchants").
 * A merchant's caller gets its own, and 404 for any other; a partner must name one that it owns; an admin any.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, NO_TOKEN
 */
export async function resolveMerchant(ctx: Ctx, merchantId: string | undefined): Promise<Merchant> {
  const { caller } = ctx;
  const notFound = () => new AppError("MERCHANT_NOT_FOUND");
  if (caller.kind === "public") throw new AppError("NO_TOKEN");
  const wanted = merchantId?.toLowerCase() ?? (caller.kind === "merchant" ? caller.merchantId : undefined);
  if (wanted === undefined) throw new AppError("MERCHANT_ID_REQUIRED");
  if (caller.kind === "merchant" && wanted !== caller.merchantId) throw notFound();
  const merchant = await findMerchant(dbOf(ctx), wanted, caller.kind === "partner" ? caller.partnerId : undefined);
  if (!merchant) throw notFound();
  return merchant;
}
