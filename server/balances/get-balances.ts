import { getManagedAccount, listManagedAccounts } from "../accounts/managed-accounts";
import type { Ctx } from "../lib/context";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type BalanceReading, readBalance } from "./read-balance";

/** One managed account. `balance`: a decimal string in major units, live; null is "unknown right now", never zero. */
export type Balance = { id: string; currency: string; roles: string[]; balance: string | null };

/**
 * The live balances of a merchant's accounts (endpoint 12). Asked in parallel, each within its own deadline: a bank that
 * fails or is late costs its own account's balance and nobody's time.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function getBalances(ctx: Ctx, input: { merchant_id?: string | undefined }): Promise<Balance[]> {
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  const accounts = await listManagedAccounts(ctx, merchant.id);
  return Promise.all(
    accounts.map(async (account) => {
      const { id, currency, roles } = account;
      return { id, currency, roles, balance: (await readBalance(ctx, account)).balance };
    }),
  );
}

/**
 * One account's balance with the reason of a null, for the Console: the public shape has no field for it.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function getAccountBalance(
  ctx: Ctx,
  input: { merchantId: string; accountId: string },
): Promise<BalanceReading> {
  return readBalance(ctx, await getManagedAccount(ctx, input));
}
