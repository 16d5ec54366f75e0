import type { Ctx } from "../lib/context";
import { db, dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type AccountRow, findAccountById, findAccountOf, listAccounts } from "./store";

export type ManagedAccount = AccountRow;

/** Every open account of the merchant; a test-only caller gets the simulated ones. The caller checks tenancy. */
export function listManagedAccounts(ctx: Ctx, merchantId: string): Promise<ManagedAccount[]> {
  return listAccounts(dbOf(ctx), merchantId, ctx.caller.testOnly);
}

/** An open account by its id, for background work; null for an unknown or closed one. */
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
  if (!account || account.closedAt || (ctx.caller.testOnly && !account.simulated)) throw accountNotFound();
  return account;
}

/** An unknown or closed account, or another merchant's. */
export function accountNotFound(): AppError {
  return new AppError("NOT_FOUND", { message: "No such account." });
}
