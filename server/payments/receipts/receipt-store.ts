import type { Db, Tx } from "../../lib/db";

/** Records the one mail of a payment's receipt. */
export async function insertReceiptMail(
  tx: Tx,
  row: { paymentRequestId: string; merchantId: string; mailId: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO payment_receipt_mails (payment_request_id, merchant_id, mail_id)
    VALUES (${row.paymentRequestId}::uuid, ${row.merchantId}::uuid, ${row.mailId}::uuid)`;
}

/** When the receipt of a payment was queued for its customer; null: none was. */
export async function findReceiptMailedAt(db: Db, paymentRequestId: string): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ at: Date }[]>`
    SELECT created_at AS at FROM payment_receipt_mails WHERE payment_request_id = ${paymentRequestId}::uuid`;
  return row?.at ?? null;
}

/** The mails of the receipts of these payments. */
export async function findReceiptMails(db: Db, paymentRequestIds: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ mailId: string }[]>`
    SELECT mail_id::text AS "mailId" FROM payment_receipt_mails
    WHERE payment_request_id = ANY (${[...paymentRequestIds]}::uuid[])`;
  return rows.map(({ mailId }) => mailId);
}
