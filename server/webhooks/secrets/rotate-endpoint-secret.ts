import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newHexSecret, seal } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { lockSecrets } from "./lock-secrets";
import { secretAuditFact } from "./secret-change";
import { saveSecret } from "./secret-store";

/**
 * Replaces the secret of a named endpoint and returns the new one once. The old one signs nothing after the return; a
 * next secret is discarded. `generateWebhookSecret` does this for the default URL.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function rotateEndpointSecret(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string },
): Promise<{ webhook_secret: string }> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const secret = newHexSecret("whsec_");
  await inTransaction(ctx, async (tx) => {
    const locked = await lockSecrets(tx, merchant.id, input.name);
    await saveSecret(tx, locked, seal(secret, locked.rowId));
    await recordAudit(tx, ctx, secretAuditFact("rotated", locked, input.name));
  });
  return { webhook_secret: secret };
}
