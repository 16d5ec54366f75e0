import { open } from "../../lib/crypto";
import type { Db, Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import type { RequestRow } from "../requests/store";
import { insertPayer, type Payer } from "./payer-store";
import {
  type AccountOwner,
  findRememberedAccount,
  listRememberedAccounts,
  type RememberedRow,
  touchRememberedAccount,
} from "./remembered-account-store";

/** A remembered account as the customer and the merchant see it: masked. */
export type RememberedAccount = RememberedRow;

/** The owner of the remembered accounts that a payment may use; null if the merchant named no customer. */
export function accountOwnerOf(request: Pick<RequestRow, "merchantId" | "customer" | "test">): AccountOwner | null {
  const customerId = request.customer?.id;
  return customerId === undefined ? null : { merchantId: request.merchantId, customerId, test: request.test };
}

/**
 * Whether the account of a payment can be remembered: the merchant named its customer, and the bank names the payer by
 * IBAN. British banks name a sort code and account number.
 */
export function canRememberAccount(
  payment: Pick<RequestRow, "merchantId" | "customer" | "test" | "currency">,
): boolean {
  return accountOwnerOf(payment) !== null && payment.currency !== "GBP";
}

/** The remembered accounts of a payment's customer at banks of its currency. */
export async function rememberedAccountsFor(
  db: Db,
  payment: Pick<RequestRow, "merchantId" | "customer" | "test" | "currency">,
): Promise<RememberedAccount[]> {
  const owner = accountOwnerOf(payment);
  return owner ? listRememberedAccounts(db, owner, payment.currency) : [];
}

/** `iban` null: forgotten meanwhile. No payment can be started with it; its bank identifies an earlier one. */
type CustomerBankAccount = { id: string; bankId: string; iban: string | null };

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
