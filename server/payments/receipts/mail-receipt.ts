import { env } from "../../lib/config/env";
import type { Tx } from "../../lib/db";
import { normaliseMailAddress } from "../../mail/mail-address";
import { queueMail } from "../../mail/send-mail";
import { readMerchant } from "../../merchants/read-merchant";
import { type RequestRow, readRequest } from "../requests/store";
import { receiptMail } from "./receipt-mail";
import { insertReceiptMail } from "./receipt-store";

type Paid = Pick<RequestRow, "id" | "merchantId" | "customer" | "test">;

/**
 * The address that a receipt could go to; null: none. Test orders are often copies of real ones, so the
 * receipt of a test payment is not sent; without a mail server, as in a demo, it is kept in the outbox.
 */
function recipientOf({ customer, test }: Paid): string | null {
  if (test && env().smtpUrl !== null) return null;
  return customer?.email === undefined ? null : normaliseMailAddress(customer.email);
}

/** Whether the completion of a payment mails a receipt. */
export async function isReceiptMailed(request: Paid): Promise<boolean> {
  return recipientOf(request) !== null && (await readMerchant({}, request.merchantId)).sendsReceipts;
}

/**
 * Queues the receipt of a payment for its customer, if its merchant sends receipts, in the transaction that completes the
 * payment: a payment is completed once, so its receipt is queued once.
 */
export async function mailReceipt(tx: Tx, request: Paid): Promise<void> {
  const recipient = recipientOf(request);
  if (recipient === null) return;
  const merchant = await readMerchant({ tx }, request.merchantId);
  if (!merchant.sendsReceipts) return;
  const { completedAt, ...paid } = await readRequest(tx, request.id);
  if (!completedAt) throw new Error(`Payment request ${request.id} is not completed.`);
  const mailId = await queueMail(tx, { recipient, ...receiptMail({ ...paid, completedAt }, merchant) });
  await insertReceiptMail(tx, { paymentRequestId: request.id, merchantId: merchant.id, mailId });
}
