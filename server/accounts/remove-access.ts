import { recordAudit } from "../audit/record-audit";
import { wake } from "../jobs/leased-rows";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { endConsentsOf } from "./consent-store";
import { getManagedAccount } from "./managed-accounts";
import { lockAccount } from "./store";

/**
 * Ends an account's consent and its open renewals. The consent is unused from the commit on; a worker then revokes it at
 * the bank, with retries (`settle-consent.ts`). Idempotent.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function removeAccess(ctx: Ctx, input: { merchantId: string; accountId: string }): Promise<void> {
  const account = await getManagedAccount(ctx, input);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, account.id);
    const ended = await endConsentsOf(tx, account.id, "removed");
    wake(tx, "account_consents");
    if (ended === 0) return;
    const fact = { action: "account_consent.removed", merchantId: account.merchantId, subjectId: account.id };
    await recordAudit(tx, ctx, { ...fact, detail: { account_id: account.id, connection: account.connectionId } });
  });
}
