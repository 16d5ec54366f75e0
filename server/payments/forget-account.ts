import type { Ctx } from "../lib/context";
import { sha256 } from "../lib/crypto";
import { db, dbOf, inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { findCustomerBankAccount } from "./customer-bank-account";
import { withdrawConsents, withdrawOldConsents } from "./payer-store";
import { forgetRememberedAccount, forgetUnusedAccounts } from "./remembered-account-store";
import { accountOwnerOf } from "./remembered-accounts";
import { findRequestByTokenHash } from "./store";

/** A shopper who did not pay a merchant so by then has to agree anew. */
const UNUSED_MONTHS = 13;
const BATCH = 500;
/** A payment that was not made by then is not made any more, late ones included. */
const CONSENT_HELD_DAYS = 30;

/**
 * The shopper of a payment wants an account forgotten: it is erased at once, and what was agreed at its bank and not
 * carried out yet is withdrawn. What is unknown, another's or forgotten already changes nothing, and is not told apart.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND
 */
export async function forgetAccount(ctx: Ctx, input: { paymentToken: string; accountId: string }): Promise<void> {
  const request = await findRequestByTokenHash(dbOf(ctx), sha256(input.paymentToken));
  if (!request) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const owner = accountOwnerOf(request);
  const account = owner && (await findCustomerBankAccount(dbOf(ctx), request, input.accountId));
  if (!owner || !account) return;
  await inTransaction(ctx, async (tx) => {
    // First, as a completion does: whoever holds the consent carries it out before us, and is then erased.
    await withdrawConsents(tx, owner, account.bankId);
    await forgetRememberedAccount(tx, owner, account.id);
  });
}

/** Forgets what nobody has paid with for so long that the consent has faded. */
export async function forgetUnused(): Promise<void> {
  await withdrawOldConsents(db(), CONSENT_HELD_DAYS);
  while ((await forgetUnusedAccounts(db(), UNUSED_MONTHS, BATCH)) === BATCH);
}
