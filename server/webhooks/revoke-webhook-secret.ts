import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { lockSecrets } from "./lock-secrets";
import type { RevokedWebhookSecret, WebhookSecretInput } from "./schema";
import { clearSecrets } from "./secret-store";

/**
 * Takes the merchant's signing secret away, if there is one, and one that was prepared: deliveries to the default URL go
 * unsigned from the next try on, until there is a new one. Named endpoints keep theirs.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function revokeWebhookSecret(ctx: Ctx, input: WebhookSecretInput): Promise<RevokedWebhookSecret> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  await inTransaction(ctx, async (tx) => {
    await lockSecrets(tx, merchant.id, null);
    if (!(await clearSecrets(tx, merchant.id))) return;
    await recordAudit(tx, ctx, { action: "webhook_secret.revoked", merchantId: merchant.id, subjectId: merchant.id });
  });
  return { message: "There is no webhook secret now. Deliveries are unsigned until a new one is generated." };
}
