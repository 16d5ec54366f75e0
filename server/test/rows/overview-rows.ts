import { randomBytes, randomUUID } from "node:crypto";
import { query } from "../database";

export type PaymentRow = {
  /** Age, as a PostgreSQL interval. */
  age: string;
  /** Added to that moment, as a PostgreSQL interval. */
  after?: string;
  amount?: number;
  currency?: string;
  test?: boolean;
  status?: string;
  initiated?: boolean;
  bank?: string;
  seconds?: number;
};

/** Rows of finished and open payments, from which the figures are computed. */
export async function writePayments(merchantId: string, rows: readonly PaymentRow[]): Promise<void> {
  await query(async (client) => {
    for (const { age, status = "completed", bank = "Millennium bcp", seconds = null, after = "0", ...row } of rows) {
      const { amount = 1000, currency = "EUR", test = false, initiated = true } = row;
      await client.query(
        `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
           order_id, locale, test, status, expires_at, initiated_at, completed_at, created_at, bank_id, bank_name,
           time_to_approval_s)
         SELECT $1, $2, 'embedded', $3, '', $4, $5, 'Order', 'Order', 'en', $6, $7, at + interval '15 minutes',
           CASE WHEN $8 THEN at END, CASE WHEN $7 = 'completed' THEN at END, at, md5($9::text)::uuid, $9, $10
         FROM (SELECT app_now() - $11::interval + $12::interval AS at) AS made`,
        [
          randomUUID(),
          merchantId,
          randomBytes(32),
          amount,
          currency,
          test,
          status,
          initiated,
          bank,
          seconds,
          age,
          after,
        ],
      );
    }
  });
}
