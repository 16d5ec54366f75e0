import type { Tx } from "../../lib/db";
import { toDecimalString } from "../../lib/money/money";
import { consoleLink } from "../../merchants/mail-lines";
import { queueNotification } from "../../merchants/notifications/queue-notification";
import type { RequestRow } from "../requests/store";

/** Queues the mails about a returned payment, in the transaction that records the return, so that each is mailed once. */
export async function notifyReturnedPayment(
  tx: Tx,
  request: Pick<RequestRow, "id" | "merchantId" | "amount" | "currency" | "paymentReference" | "test">,
  { returnedMinor, reason }: { returnedMinor: bigint; reason: string | null },
): Promise<void> {
  const { id, merchantId, currency, amount, paymentReference, test } = request;
  const decimal = (amountMinor: bigint) => `${toDecimalString({ amountMinor, currency })} ${currency}`;
  const text = [
    `The bank returned ${decimal(returnedMinor)} of a${test ? " test" : ""} payment of ${decimal(amount)}.`,
    "",
    `Reference: ${paymentReference}`,
    ...(reason === null ? [] : [`Reason:    ${reason}`]),
    "",
    consoleLink(merchantId, `/console/payments/${id}`),
  ].join("\n");
  const subject = `${test ? "Test payment" : "Payment"} returned: ${decimal(returnedMinor)}`;
  await queueNotification(tx, { merchantId, kind: "payment_returned", subject, text });
}
