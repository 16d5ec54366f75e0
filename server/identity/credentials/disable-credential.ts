import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { disableCredentialRow, lockCredential } from "./store";

/**
 * Disables a credential: its tokens stop working within a second, on every process. Idempotent. An admin may disable
 * any; other callers only those of their merchants.
 * @throws AppError NOT_FOUND, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function disableCredential(ctx: Ctx, input: { id: string; merchantId?: string }): Promise<void> {
  const anyOwner = ctx.caller.kind === "admin" && input.merchantId === undefined;
  const owner = anyOwner ? {} : { merchantId: (await resolveMerchant(ctx, input.merchantId)).id };
  if (!isUuid(input.id)) throw new AppError("NOT_FOUND", { message: "No such API key." });
  await inTransaction(ctx, async (tx) => {
    const found = await lockCredential(tx, input.id, owner);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such API key." });
    if (found.disabled) return;
    await disableCredentialRow(tx, input.id);
    const { merchantId, partnerId } = found;
    await recordAudit(tx, ctx, { action: "credential.disabled", merchantId, partnerId, subjectId: input.id });
  });
}
