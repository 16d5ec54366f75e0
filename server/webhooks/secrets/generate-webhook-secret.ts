import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newHexSecret, seal } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { GeneratedWebhookSecret, WebhookSecretInput } from "../schema";
import { lockSecrets } from "./lock-secrets";
import { saveSecret } from "./secret-store";

/**
 * Generates the secret of the default URL and returns it once. The old one signs nothing after the return; a next
 * secret is discarded.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function generateWebhookSecret(ctx: Ctx, input: WebhookSecretInput): Promise<GeneratedWebhookSecret> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  const secret = newHexSecret("whsec_");
  await inTransaction(ctx, async (tx) => {
    const locked = await lockSecrets(tx, merchant.id, null);
    await saveSecret(tx, locked, seal(secret, locked.rowId));
    await recordAudit(tx, ctx, { action: "webhook_secret.generated", merchantId: merchant.id, subjectId: merchant.id });
  });
  return { webhook_secret: secret };
}
