import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { lockSecrets } from "./lock-secrets";
import { secretAuditFact } from "./secret-change";
import { findPreparedSecret, saveSecret } from "./secret-store";

/**
 * Activates the next secret of an endpoint: from the return on it signs every delivery, and the previous one signs
 * none. `name`: null for the default URL. `preparedAt`: the creation time of the secret that the caller saw; if another
 * was created since, the call is refused.
 * @throws AppError NOT_FOUND (no such endpoint, or none is prepared), VALIDATION_ERROR on `prepared_at`, FORBIDDEN,
 *   MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function activateSecret(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null; preparedAt?: Date | undefined },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const locked = await lockSecrets(tx, merchant.id, input.name);
    const prepared = await findPreparedSecret(tx, locked);
    if (!prepared) throw new AppError("NOT_FOUND", { message: "No next secret has been created." });
    if (input.preparedAt && input.preparedAt.getTime() !== prepared.createdAt.getTime()) {
      const errors = [{ field: "prepared_at", message: "belongs to another secret" }];
      const message = "Another secret was created meanwhile. Reload the page and activate that one.";
      throw new AppError("VALIDATION_ERROR", { message, metadata: { errors } });
    }
    await saveSecret(tx, locked, prepared.sealed);
    await recordAudit(tx, ctx, secretAuditFact("activated", locked, input.name));
  });
}
