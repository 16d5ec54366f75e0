import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { db, dbOf, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { findRequestByTokenHash } from "../requests/store";
import { withdrawConsents, withdrawOldConsents } from "./payer-store";
import { forgetRememberedAccount, forgetUnusedAccounts } from "./remembered-account-store";
import { accountOwnerOf, findCustomerBankAccount } from "./remembered-accounts";

/** After this time without a payment the customer has to agree again. */
const UNUSED_MONTHS = 13;
const BATCH = 500;
/** A payment that is not made by then is not made, late ones included. */
const CONSENT_HELD_DAYS = 30;

/**
 * Forgets a remembered account for the customer of a payment: erases it at once, and withdraws consents at its bank that
 * are not carried out yet. Unknown, foreign and forgotten accounts change nothing and are not distinguished.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND
 */
export async function forgetAccount(ctx: Ctx, input: { paymentToken: string; accountId: string }): Promise<void> {
  const request = await findRequestByTokenHash(dbOf(ctx), sha256(input.paymentToken));
  if (!request) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const owner = accountOwnerOf(request);
  const account = owner && (await findCustomerBankAccount(dbOf(ctx), request, input.accountId));
  if (!owner || !account) return;
  await inTransaction(ctx, async (tx) => {
    // First, as a completion does: a concurrent completion remembers the account before us, and it is erased then.
    await withdrawConsents(tx, owner, account.bankId);
    await forgetRememberedAccount(tx, owner, account.id);
  });
}

/** Forgets accounts that were not used for UNUSED_MONTHS, and withdraws consents that are older than CONSENT_HELD_DAYS. */
export async function forgetUnused(): Promise<void> {
  await withdrawOldConsents(db(), CONSENT_HELD_DAYS);
  while ((await forgetUnusedAccounts(db(), UNUSED_MONTHS, BATCH)) === BATCH);
}
