import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newHexSecret, seal } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { lockSecrets } from "./lock-secrets";
import { secretAuditFact } from "./secret-change";
import { findPreparedSecret, savePreparedSecret } from "./secret-store";

/**
 * Creates the next secret of an endpoint and returns it once. It signs nothing until it is activated, so that the
 * receiver can be configured first. `name`: null for the default URL, which may have no secret yet. An existing next
 * secret is not replaced, because it may be in use on the receiver.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (a next secret exists), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function prepareSecret(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<{ webhook_secret: string }> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const secret = newHexSecret("whsec_");
  await inTransaction(ctx, async (tx) => {
    const locked = await lockSecrets(tx, merchant.id, input.name);
    if (await findPreparedSecret(tx, locked)) {
      throw new AppError("VALIDATION_ERROR", {
        message: "A next secret already exists. Activate it or discard it first.",
      });
    }
    await savePreparedSecret(tx, locked, seal(secret, locked.rowId));
    await recordAudit(tx, ctx, secretAuditFact("prepared", locked, input.name));
  });
  return { webhook_secret: secret };
}
