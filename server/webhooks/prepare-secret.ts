import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { newHexSecret, seal } from "../lib/crypto";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { lockSecrets } from "./lock-secrets";
import { secretChange } from "./secret-change";
import { findPreparedSecret, savePreparedSecret } from "./secret-store";

/**
 * Makes the next secret of a destination and shows it this once: it signs nothing until it is activated, so that the
 * receiver can learn it first. `name`: null for the default URL, which may have had no secret before. One that is
 * prepared already is not replaced: somebody may be putting it in place.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (one is prepared), FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
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
        message: "A secret is prepared already. Activate it, or discard it first.",
      });
    }
    await savePreparedSecret(tx, locked, seal(secret, locked.rowId));
    await recordAudit(tx, ctx, secretChange("prepared", locked, input.name));
  });
  return { webhook_secret: secret };
}
