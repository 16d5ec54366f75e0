import { type AuditContext, recordAudit } from "../audit/record-audit";
import { db } from "../lib/db";
import { type ConsentRow, type End, endConsent } from "./consent-store";

/** `denied`: the person or the bank did not permit access. `failed`: the consent is unusable for another reason. */
type EndOfRenewal = End & { action: "account_consent.denied" | "account_consent.failed" };

/** Ends a consent that was not granted, and records it in the audit log, unless it has ended before. */
export async function endRenewal(
  ctx: AuditContext,
  { id, merchantId, accountId }: Pick<ConsentRow, "id" | "merchantId" | "accountId">,
  { action, ...end }: EndOfRenewal,
): Promise<void> {
  await db().$transaction(async (tx) => {
    if (!(await endConsent(tx, id, end))) return;
    const detail = { account_id: accountId, reason: end.reason };
    await recordAudit(tx, ctx, { action, merchantId, subjectId: id, detail });
  });
}
