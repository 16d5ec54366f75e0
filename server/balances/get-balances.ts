import { listManagedAccounts } from "../accounts/managed-accounts";
import type { Ctx } from "../lib/context";
import { maskIban } from "../lib/iban";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type BalanceReason, readBalance } from "./read-balance";

/** One managed account. `balance`: a decimal string in major units, live; null is "unknown right now", never zero. */
export type Balance = { id: string; currency: string; roles: string[]; balance: string | null };

/** For people: why there is no balance, and which account it is. */
export type BalanceWithReason = Balance & { reason: BalanceReason | null; account: string; simulated: boolean };

type Input = { merchant_id?: string | undefined };

/**
 * The live balances of a merchant's accounts (endpoint 12). Asked in parallel, each within its own deadline: a bank that
 * fails or is late costs its own account's balance and nobody's time.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function getBalances(ctx: Ctx, input: Input): Promise<Balance[]> {
  const all = await getBalancesWithReasons(ctx, input);
  return all.map(({ id, currency, roles, balance }) => ({ id, currency, roles, balance }));
}

/** The same with the reason of every null, for the Console: the public shape has no field for it. */
export async function getBalancesWithReasons(ctx: Ctx, input: Input): Promise<BalanceWithReason[]> {
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  const accounts = await listManagedAccounts(ctx, merchant.id);
  return Promise.all(
    accounts.map(async (account) => ({
      id: account.id,
      currency: account.currency,
      roles: account.roles,
      ...(await readBalance(ctx, account)),
      account: maskIban(account.iban),
      simulated: account.simulated,
    })),
  );
}
