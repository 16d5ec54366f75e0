import type { Ctx } from "../lib/context";
import { db, dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type AccountRow, findAccountById, findAccountOf, listAccounts } from "./store";

export type ManagedAccount = AccountRow;

/** Every open account of the merchant; a test-only caller sees the simulated ones. Tenancy is the caller's work. */
export function listManagedAccounts(ctx: Ctx, merchantId: string): Promise<ManagedAccount[]> {
  return listAccounts(dbOf(ctx), merchantId, ctx.caller.testOnly);
}

/** An account by its id, for the service's own work; null for none, and for one that was closed. */
export async function findOpenAccount(id: string): Promise<ManagedAccount | null> {
  const account = await findAccountById(db(), id);
  return account && !account.closedAt ? account : null;
}

/**
 * One open account of a merchant that the caller may act for.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function getManagedAccount(
  ctx: Ctx,
  input: { merchantId: string; accountId: string },
): Promise<ManagedAccount> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const account = isUuid(input.accountId) ? await findAccountOf(dbOf(ctx), merchant.id, input.accountId) : null;
  if (!account || account.closedAt || (ctx.caller.testOnly && !account.simulated))
    throw new AppError("NOT_FOUND", { message: "No such account." });
  return account;
}
