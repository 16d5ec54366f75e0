import type { Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { insertPayer, type Payer } from "./payer-store";
import { touchRememberedAccount } from "./remembered-account-store";

/**
 * Stores what the customer gave about the paying account, in the transaction that commits the attempt; nothing if nothing
 * was given. @throws AppError CUSTOMER_BANK_ACCOUNT_NOT_FOUND when the remembered account was forgotten meanwhile
 */
export async function recordPayer(tx: Tx, attemptId: string, payer: Payer): Promise<void> {
  if (!hasPayer(payer)) return;
  await insertPayer(tx, attemptId, payer);
  const { rememberedAccountId: id } = payer;
  if (id !== null && !(await touchRememberedAccount(tx, id))) throw new AppError("CUSTOMER_BANK_ACCOUNT_NOT_FOUND");
}

/** Whether the customer gave anything about the paying account. */
export function hasPayer({ accountMasked, remember }: Payer): boolean {
  return accountMasked !== null || remember;
}
