import { recordAudit } from "../audit/record-audit";
import { wake } from "../jobs/leased-rows";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { endConsentsOf } from "./consent-store";
import { getManagedAccount } from "./managed-accounts";
import { lockAccount } from "./store";

/**
 * Gives back what an account is read with, and every open question about it. From the commit on nothing is read with it;
 * the bank is told right after, and again until it has heard (`settle-consent.ts`). Twice is once.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function removeAccess(ctx: Ctx, input: { merchantId: string; accountId: string }): Promise<void> {
  const account = await getManagedAccount(ctx, input);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, account.id);
    const ended = await endConsentsOf(tx, account.id, { state: "revoked", reason: "removed", tell: true });
    await wake(tx);
    if (ended === 0) return;
    const fact = { action: "account_consent.removed", merchantId: account.merchantId, subjectId: account.id };
    await recordAudit(tx, ctx, { ...fact, detail: { account_id: account.id, connection: account.connectionId } });
  });
}
