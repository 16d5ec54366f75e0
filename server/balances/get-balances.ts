import { getManagedAccount, listManagedAccounts } from "../accounts/managed-accounts";
import type { Ctx } from "../lib/context";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type BalanceResult, fetchBalance } from "./fetch-balance";

/**
 * A managed account. `balance`: the live balance, a decimal string in major units; null: unknown, which is not zero.
 * `test`: of a simulated bank.
 */
export type Balance = { id: string; currency: string; roles: string[]; balance: string | null; test: boolean };

/**
 * The live balances of a merchant's accounts (endpoint 12). Fetched in parallel with a deadline each: a bank that fails or
 * is late affects only its own accounts.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function getBalances(ctx: Ctx, input: { merchant_id?: string | undefined }): Promise<Balance[]> {
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  const accounts = await listManagedAccounts(ctx, merchant.id);
  return Promise.all(
    accounts.map(async (account) => {
      const { id, currency, roles, simulated: test } = account;
      return { id, currency, roles, balance: (await fetchBalance(ctx, account)).balance, test };
    }),
  );
}

/**
 * One account's balance with the reason of a null, for the Console; the public API has no field for the reason.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function getAccountBalance(
  ctx: Ctx,
  input: { merchantId: string; accountId: string },
): Promise<BalanceResult> {
  return fetchBalance(ctx, await getManagedAccount(ctx, input));
}
