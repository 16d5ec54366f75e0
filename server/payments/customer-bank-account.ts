import { open } from "../lib/crypto";
import type { Db } from "../lib/db";
import { isUuid } from "../lib/ids";
import { findRememberedAccount } from "./remembered-account-store";
import { accountOwnerOf } from "./remembered-accounts";
import type { RequestRow } from "./store";

/** `iban` null: forgotten meanwhile. Nothing can be started with it; its bank tells what was started before. */
export type CustomerBankAccount = { id: string; bankId: string; iban: string | null };

/** An account that a request's customer paid its merchant from before and agreed to have remembered; null for any other. */
export async function findCustomerBankAccount(
  db: Db,
  request: Pick<RequestRow, "merchantId" | "customer" | "test">,
  customerBankAccountId: string,
): Promise<CustomerBankAccount | null> {
  const owner = accountOwnerOf(request);
  if (!owner || !isUuid(customerBankAccountId)) return null;
  const row = await findRememberedAccount(db, owner, customerBankAccountId.toLowerCase());
  return row && { id: row.id, bankId: row.bankId, iban: row.ibanSealed && open(row.ibanSealed, row.id) };
}
