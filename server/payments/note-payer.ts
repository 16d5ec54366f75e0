import type { Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { insertPayer, type Payer } from "./payer-store";
import { touchRememberedAccount } from "./remembered-account-store";

/**
 * Keeps what the shopper said about the paying account, in the transaction that commits the attempt: nothing where
 * nothing was said. @throws AppError CUSTOMER_BANK_ACCOUNT_NOT_FOUND when the remembered account was forgotten meanwhile
 */
export async function notePayer(tx: Tx, attemptId: string, payer: Payer): Promise<void> {
  if (payer.accountMasked === null && !payer.remember) return;
  await insertPayer(tx, attemptId, payer);
  const { rememberedAccountId: id } = payer;
  if (id !== null && !(await touchRememberedAccount(tx, id))) throw new AppError("CUSTOMER_BANK_ACCOUNT_NOT_FOUND");
}
