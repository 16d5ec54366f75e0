import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { maskIban } from "../lib/money/iban";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { connectionOf } from "./connection";
import { mapLastGranted } from "./consent-store";
import { listManagedAccounts, type ManagedAccount } from "./managed-accounts";
import { type Access, accessOf, rankOf, sortRoles } from "./rules";

/** `not-connected`: this installation has no enabled connection to the bank. */
type ShownAccess = Access | { kind: "not-connected" };

/** Each of the accounts with its access, from stored data alone: no bank is called. */
export async function withAccess(
  ctx: Ctx,
  accounts: readonly ManagedAccount[],
): Promise<(ManagedAccount & { access: ShownAccess })[]> {
  const consents = await mapLastGranted(dbOf(ctx), accounts);
  return Promise.all(
    accounts.map(async (account) => {
      const connection = await connectionOf(account);
      if (!connection) return { ...account, access: { kind: "not-connected" as const } };
      const isCorporate = connection.profile.corporateAccess === true;
      const access = isCorporate ? { kind: "corporate" as const } : accessOf(consents.get(account.id) ?? null);
      return { ...account, access };
    }),
  );
}

/** One account with its access. */
export type AccountAccess = {
  id: string;
  currency: string;
  roles: string[];
  bankName: string;
  /** Masked. */
  number: string;
  simulated: boolean;
  access: ShownAccess;
};

/**
 * The open accounts of a merchant with their access, by role, currency and bank.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listAccountAccess(ctx: Ctx, input: { merchantId: string }): Promise<AccountAccess[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const accounts = await withAccess(ctx, await listManagedAccounts(ctx, merchant.id));
  return accounts
    .map(({ id, currency, roles, bankName, iban, simulated, access }): AccountAccess => {
      return { id, currency, roles: sortRoles(roles), bankName, number: maskIban(iban), simulated, access };
    })
    .sort(byRole);
}

function byRole(a: AccountAccess, b: AccountAccess): number {
  const [first = "", second = ""] = [a.roles[0], b.roles[0]];
  return (
    rankOf(first) - rankOf(second) ||
    first.localeCompare(second, "en") ||
    a.currency.localeCompare(b.currency, "en") ||
    a.bankName.localeCompare(b.bankName, "en") ||
    a.id.localeCompare(b.id)
  );
}
