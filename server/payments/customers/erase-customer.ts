import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { eraseMails } from "../../mail/send-mail";
import { findReceiptMails } from "../receipts/receipt-store";
import { forgetAllAccounts } from "../remembered-accounts/remembered-account-store";
import { accountOwner, customerOwner, type WhichCustomer } from "./read-customers";
import { eraseCustomerData, findPaymentsOf } from "./store";

/**
 * Erases a customer: remembered accounts and consents to remember one at once, and name, addresses and account from all
 * ended payments, with the mails of their receipts. The payments themselves stay, as the books need them. Payments that
 * are not ended keep their customer: `erased` counts the others.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND for an unknown customer, MERCHANT_NOT_FOUND
 */
export async function eraseCustomer(ctx: Ctx, input: WhichCustomer): Promise<{ erased: number }> {
  const owner = await customerOwner(ctx, input);
  return inTransaction(ctx, async (tx) => {
    const ended = await eraseCustomerData(tx, owner);
    const erased = ended.length;
    await eraseMails(tx, await findReceiptMails(tx, ended));
    // Unknown, or erased by a call that this one waited for.
    if (erased === 0 && (await findPaymentsOf(tx, owner, 1)).length === 0)
      throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
    const account = accountOwner(owner);
    if (account) await forgetAllAccounts(tx, account);
    // Without the name: the audit log is kept for years.
    await recordAudit(tx, ctx, { action: "customer.erased", merchantId: owner.merchantId, subjectId: null });
    return { erased };
  });
}
