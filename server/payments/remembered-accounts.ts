import type { Db } from "../lib/db";
import { type AccountOwner, listRememberedAccounts, type RememberedRow } from "./remembered-account-store";
import type { RequestRow } from "./store";

/** A remembered account as its shopper and the merchant see it: enough to recognise one's own. */
export type RememberedAccount = RememberedRow;

/** Whose remembered accounts a payment may use; null where the merchant named no customer. */
export function accountOwnerOf(request: Pick<RequestRow, "merchantId" | "customer" | "test">): AccountOwner | null {
  const customerId = request.customer?.id;
  return customerId === undefined ? null : { merchantId: request.merchantId, customerId, test: request.test };
}

/** The accounts that a payment can be made from with one press: its customer's, at banks of its currency. */
export async function rememberedAccountsFor(
  db: Db,
  payment: Pick<RequestRow, "merchantId" | "customer" | "test" | "currency">,
): Promise<RememberedAccount[]> {
  const owner = accountOwnerOf(payment);
  return owner ? listRememberedAccounts(db, owner, payment.currency) : [];
}
