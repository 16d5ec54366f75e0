import { db, type Tx } from "../../lib/db";
import type { SimConsentRow } from "../consent-store";
import { findPayment, type SimPaymentRow } from "../store";

/** Read/Write Data API Profile v3.1.11, "Idempotency". */
const KEY_LIFETIME = "24 hours";

/** The IBAN of a British account that is known here by these 14 digits, sort code and account number. */
export async function findIbanOfDomestic(digits: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ iban: string }[]>`
    SELECT iban FROM sim_accounts WHERE currency = 'GBP' AND iban LIKE ${`GB______${digits}`} ORDER BY created_at, id LIMIT 1`;
  return row?.iban ?? null;
}

/** The consent that this key has submitted, while the key is remembered. */
export async function findSubmission(bank: string, orderKey: string): Promise<SimPaymentRow | null> {
  const [row] = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM sim_payments
    WHERE bank = ${bank} AND standard = 'ob-uk' AND order_key = ${orderKey}
      AND ordered_at > app_now() - ${KEY_LIFETIME}::interval
    ORDER BY ordered_at DESC LIMIT 1`;
  return row ? findPayment({ id: row.id }) : null;
}

/** Of when the transactions are that a consent shows; null: no bound. */
export async function setConsentWindow(
  tx: Tx,
  id: string,
  transactionsFrom: Date | null,
  transactionsTo: Date | null,
): Promise<SimConsentRow> {
  return tx.simConsent.update({ where: { id }, data: { transactionsFrom, transactionsTo } });
}
