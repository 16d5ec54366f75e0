import type { Db, Tx } from "../../lib/db";
import type { AccountOwner } from "./remembered-account-store";

/** What the customer gave about the paying account when an attempt was started. */
export type Payer = {
  /** Of the given IBAN, or of the remembered account. */
  accountMasked: string | null;
  rememberedAccountId: string | null;
  /** The customer agreed to have the account remembered. */
  remember: boolean;
};

export async function insertPayer(tx: Tx, attemptId: string, payer: Payer): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO attempt_payers (attempt_id, account_masked, remembered_account_id, remember_consented_at)
    VALUES (${attemptId}::uuid, ${payer.accountMasked}, ${payer.rememberedAccountId}::uuid,
      CASE WHEN ${payer.remember} THEN app_now() END)`;
}

/** The account that the customer gave for an attempt, masked; null if none was given. */
export async function findPayerMasked(db: Db, attemptId: string): Promise<string | null> {
  const row = await db.attemptPayer.findUnique({ where: { attemptId }, select: { accountMasked: true } });
  return row?.accountMasked ?? null;
}

/** Takes a pending consent, once; null if there is none. */
export async function takeRememberConsent(tx: Tx, attemptId: string): Promise<Date | null> {
  const [row] = await tx.$queryRaw<Array<{ consentedAt: Date }>>`
    UPDATE attempt_payers p SET remember_consented_at = NULL
    FROM (SELECT attempt_id, remember_consented_at FROM attempt_payers WHERE attempt_id = ${attemptId}::uuid FOR UPDATE) before
    WHERE p.attempt_id = before.attempt_id AND before.remember_consented_at IS NOT NULL
    RETURNING before.remember_consented_at AS "consentedAt"`;
  return row?.consentedAt ?? null;
}

/** Withdraws a customer's pending consents at one bank. */
export async function withdrawConsents(tx: Tx, owner: AccountOwner, bankId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt_payers p SET remember_consented_at = NULL
    FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id
    WHERE p.attempt_id = a.id AND p.remember_consented_at IS NOT NULL AND a.bank_id = ${bankId}::uuid
      AND r.merchant_id = ${owner.merchantId}::uuid AND r.test = ${owner.test} AND r.customer ->> 'id' = ${owner.customerId}`;
}

/** Withdraws pending consents of payments that were not made within so long. */
export async function withdrawOldConsents(db: Db, olderThanDays: number): Promise<void> {
  await db.$executeRaw`
    UPDATE attempt_payers SET remember_consented_at = NULL
    WHERE remember_consented_at < app_now() - make_interval(days => ${olderThanDays}::int)`;
}
