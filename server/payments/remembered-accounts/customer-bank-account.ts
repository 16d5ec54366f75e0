import { open } from "../../lib/crypto";
import type { Db } from "../../lib/db";
import { isUuid } from "../../lib/ids";
import type { RequestRow } from "../requests/store";
import { findRememberedAccount } from "./remembered-account-store";
import { accountOwnerOf } from "./remembered-accounts";

/** `iban` null: forgotten meanwhile. No payment can be started with it; its bank identifies an earlier one. */
export type CustomerBankAccount = { id: string; bankId: string; iban: string | null };

/** A remembered account of the request's customer at its merchant; null for any other. */
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
