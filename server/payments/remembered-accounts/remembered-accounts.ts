import type { Db } from "../../lib/db";
import type { RequestRow } from "../requests/store";
import { type AccountOwner, listRememberedAccounts, type RememberedRow } from "./remembered-account-store";

/** A remembered account as the customer and the merchant see it: masked. */
export type RememberedAccount = RememberedRow;

/** The owner of the remembered accounts that a payment may use; null if the merchant named no customer. */
export function accountOwnerOf(request: Pick<RequestRow, "merchantId" | "customer" | "test">): AccountOwner | null {
  const customerId = request.customer?.id;
  return customerId === undefined ? null : { merchantId: request.merchantId, customerId, test: request.test };
}

/** The remembered accounts of a payment's customer at banks of its currency. */
export async function rememberedAccountsFor(
  db: Db,
  payment: Pick<RequestRow, "merchantId" | "customer" | "test" | "currency">,
): Promise<RememberedAccount[]> {
  const owner = accountOwnerOf(payment);
  return owner ? listRememberedAccounts(db, owner, payment.currency) : [];
}
