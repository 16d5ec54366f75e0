import { type AuditContext, recordAudit } from "../audit/record-audit";
import { db, type Tx } from "../lib/db";
import { type ConsentRow, endConsentsOf, findConsentRow, setValid } from "./consent-store";
import { lockAccount } from "./store";

/**
 * Sets a consent that the bank calls valid as the account's consent, and revokes the previous one. False when the renewal
 * was settled otherwise meanwhile, or the account was closed.
 */
export async function settleGranted(
  ctx: AuditContext,
  id: string,
  given: { validUntil: Date | null; resourceId: string | null },
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const found = await findConsentRow(tx, id);
    const account = found && (await lockAccount(tx, found.accountId));
    if (!account || account.closedAt) return false;
    // Read again under the lock.
    const row = await findConsentRow(tx, id);
    if (row?.state !== "awaiting") return false;
    await endConsentsOf(tx, account.id, "superseded", id);
    await setValid(tx, id, given);
    await recordGranted(tx, ctx, { ...row, validUntil: given.validUntil });
    return true;
  });
}

/** Records in the audit log that a consent was granted. */
export async function recordGranted(
  tx: Tx,
  ctx: AuditContext,
  row: Pick<ConsentRow, "id" | "accountId" | "merchantId" | "validUntil">,
): Promise<void> {
  const { id: subjectId, accountId, merchantId, validUntil } = row;
  const detail = { account_id: accountId, valid_until: validUntil?.toISOString() ?? null };
  await recordAudit(tx, ctx, { action: "account_consent.granted", merchantId, subjectId, detail });
}
