import { db, type Tx } from "../../../server/lib/db";
import type { SimConsentRow } from "../consent-store";

/** The IBAN of the British account with these 14 digits, sort code and account number; null: unknown here. */
export async function findIbanOfDomestic(digits: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ iban: string }[]>`
    SELECT iban FROM sim_accounts WHERE currency = 'GBP' AND iban LIKE ${`GB______${digits}`} ORDER BY created_at, id LIMIT 1`;
  return row?.iban ?? null;
}

/** Sets the time range of the transactions in a consent; null: no bound. */
export async function setConsentWindow(
  tx: Tx,
  id: string,
  transactionsFrom: Date | null,
  transactionsTo: Date | null,
): Promise<SimConsentRow> {
  return tx.simConsent.update({ where: { id }, data: { transactionsFrom, transactionsTo } });
}
