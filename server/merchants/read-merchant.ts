import type { Caller, Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { findMerchant, findPartner, listMerchants, type MerchantRow } from "./store";

/** The merchant of a row that the caller already has (its payment, its link). No tenancy check. */
export async function readMerchant(ctx: Pick<Ctx, "tx">, id: string): Promise<MerchantRow> {
  const merchant = await findMerchant(dbOf(ctx), id);
  if (!merchant) throw new Error(`Merchant ${id} is gone.`);
  return merchant;
}

/** The merchants that the caller may act for, by name. */
export async function readMerchantsOfCaller(ctx: Ctx): Promise<MerchantRow[]> {
  const { caller } = ctx;
  if (caller.kind === "public") return [];
  if (caller.kind === "merchant") return [await readMerchant(ctx, caller.merchantId)];
  return listMerchants(dbOf(ctx), caller.kind === "partner" ? caller.partnerId : undefined);
}

/** A partner's name, or null. */
export async function readPartnerName(ctx: Pick<Ctx, "tx">, id: string): Promise<string | null> {
  return (await findPartner(dbOf(ctx), id))?.name ?? null;
}

export function reachesPartner(caller: Caller, partnerId: string): boolean {
  return caller.kind === "admin" || (caller.kind === "partner" && caller.partnerId === partnerId);
}

/**
 * The name of a partner that the caller may act for.
 * @throws AppError NOT_FOUND, the same for another partner and an unknown one
 */
export async function readReachedPartner(ctx: Ctx, id: string): Promise<string> {
  const name = reachesPartner(ctx.caller, id) ? await readPartnerName(ctx, id) : null;
  if (name === null) throw noSuchPartner();
  return name;
}

export function noSuchPartner(): AppError {
  return new AppError("NOT_FOUND", { message: "No such partner." });
}

/** @throws AppError VALIDATION_ERROR on `partner` for an unknown partner */
export async function requirePartner(ctx: Pick<Ctx, "tx">, id: string): Promise<void> {
  if (!isUuid(id) || (await readPartnerName(ctx, id)) === null)
    throw invalidField("partner", "There is no such partner.");
}
