import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { db, inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { eraseMails } from "../../mail/send-mail";
import { findLinkMailsTo } from "../links/mails/send-link";
import { findReceiptMails } from "../receipts/receipt-store";
import { forgetAllAccounts } from "../remembered-accounts/remembered-account-store";
import { deleteViewsNaming } from "../saved-views/store";
import { accountOwner, customerOwner, type WhichCustomer } from "./read-customers";
import { type ErasedPayment, eraseAtEnd, erasePaymentData, lockPaymentsOf, lockPaymentsToErase } from "./store";

const BATCH = 100;

/**
 * Erases a customer: remembered accounts and consents to remember one at once; name, addresses and account from all ended
 * payments, with the mails of their receipts and links and the saved views named after the customer; and from each other
 * payment when it has ended. The payments themselves stay, as the books need them. `erased` counts those that have ended.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND for an unknown customer, MERCHANT_NOT_FOUND
 */
export async function eraseCustomer(ctx: Ctx, input: WhichCustomer): Promise<{ erased: number }> {
  const owner = await customerOwner(ctx, input);
  return inTransaction(ctx, async (tx) => {
    const payments = await lockPaymentsOf(tx, owner);
    // Unknown, or erased by a call that this one waited for.
    if (payments.length === 0) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
    const ended = payments.filter(({ isEnded }) => isEnded);
    await erasePayments(tx, ended);
    const others = payments.filter(({ isEnded }) => !isEnded);
    await eraseAtEnd(
      tx,
      others.map(({ id }) => id),
    );
    const account = accountOwner(owner);
    if (account) await forgetAllAccounts(tx, account);
    // Without the name: the audit log is kept for years.
    await recordAudit(tx, ctx, { action: "customer.erased", merchantId: owner.merchantId, subjectId: null });
    return { erased: ended.length };
  });
}

/** Notes that locked payments are erased like a customer's when they have ended: `eraseEndedPayments` does it. */
export function erasePaymentsAtEnd(tx: Tx, ids: readonly string[]): Promise<void> {
  return eraseAtEnd(tx, ids);
}

/** Erases customers from payments that have ended since. */
export async function eraseEndedPayments(): Promise<void> {
  const erased = await db().$transaction(async (tx) => {
    const payments = await lockPaymentsToErase(tx, BATCH);
    await erasePayments(tx, payments);
    return payments.length;
  });
  if (erased === BATCH) await eraseEndedPayments();
}

async function erasePayments(tx: Tx, payments: readonly ErasedPayment[]): Promise<void> {
  const ids = payments.map(({ id }) => id);
  await deleteViewsNaming(tx, ids);
  await erasePaymentData(tx, ids);
  await eraseMails(tx, [...(await findReceiptMails(tx, ids)), ...(await findLinkMailsTo(tx, payments))]);
}
