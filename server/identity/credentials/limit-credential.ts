import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { auditOfLimits, type CredentialLimits, parseLimits } from "./credential-limits";
import { lockCredential, updateCredential } from "./store";

/**
 * Sets the end and the networks of a credential, both at once; an omitted one means no limit. The limits apply to its
 * tokens within a second, on every process. A credential that was disabled or has ended stays so. An admin may change
 * any; other callers only those of their merchants.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function limitCredential(
  ctx: Ctx,
  input: { id: string; merchantId?: string | undefined } & CredentialLimits,
): Promise<void> {
  const anyOwner = ctx.caller.kind === "admin" && input.merchantId === undefined;
  const scope = anyOwner ? {} : { merchantId: (await resolveMerchant(ctx, input.merchantId)).id };
  const limits = parseLimits(input);
  await inTransaction(ctx, async (tx) => {
    const found = isUuid(input.id) ? await lockCredential(tx, input.id, scope) : null;
    if (!found) throw new AppError("NOT_FOUND", { message: "No such API key." });
    if (!found.works) throw invalidField("id", "This API key is disabled or has expired. Create a new one.");
    await updateCredential(tx, input.id, limits.row);
    await recordAudit(tx, ctx, {
      action: "credential.limited",
      merchantId: found.merchantId,
      partnerId: found.partnerId,
      subjectId: input.id,
      detail: { name: found.name },
      before: auditOfLimits(found),
      after: limits.audit,
    });
  });
}
