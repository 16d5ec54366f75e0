import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { maskIban } from "../lib/money/iban";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { connectionOf } from "./connection";
import { mapLastGranted } from "./consent-store";
import { listManagedAccounts } from "./managed-accounts";
import { type Access, accessOf, rankOf, sortRoles } from "./rules";

/** One account with its access, from stored data alone: no bank is called. */
export type AccountAccess = {
  id: string;
  currency: string;
  roles: string[];
  bankName: string;
  /** Masked. */
  number: string;
  simulated: boolean;
  /** `not-connected`: this installation has no connection to the bank. */
  access: Access | { kind: "not-connected" };
};

/**
 * The open accounts of a merchant with their access, by role, currency and bank.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listAccountAccess(ctx: Ctx, input: { merchantId: string }): Promise<AccountAccess[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const accounts = await listManagedAccounts(ctx, merchant.id);
  const consents = await mapLastGranted(dbOf(ctx), accounts);
  const listed = await Promise.all(
    accounts.map(async (account): Promise<AccountAccess> => {
      const { id, currency, roles, bankName, iban, simulated } = account;
      const connection = await connectionOf(account);
      const corporate = connection?.profile.corporateAccess;
      const access = corporate ? { kind: "corporate" as const } : accessOf(consents.get(id) ?? null);
      return {
        id,
        currency,
        roles: sortRoles(roles),
        bankName,
        number: maskIban(iban),
        simulated,
        access: connection ? access : { kind: "not-connected" },
      };
    }),
  );
  return listed.sort(byRole);
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
