import { type AuditContext, recordAudit } from "../audit/record-audit";
import { db } from "../lib/db";
import { endConsentsOf, findConsentRow, setValid } from "./consent-store";
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
    const fact = { action: "account_consent.granted", merchantId: account.merchantId, subjectId: id };
    const until = given.validUntil?.toISOString() ?? null;
    await recordAudit(tx, ctx, { ...fact, detail: { account_id: account.id, valid_until: until } });
    return true;
  });
}
