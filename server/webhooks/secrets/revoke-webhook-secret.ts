import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { RevokedWebhookSecret, WebhookSecretInput } from "../schema";
import { lockSecrets } from "./lock-secrets";
import { clearSecrets } from "./secret-store";

/**
 * Revokes the default URL's secrets, the next one included, if there are any: deliveries are unsigned from the next
 * attempt on, until a new secret exists. Named endpoints keep theirs.
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
  return { message: "The webhook secret was revoked. Deliveries are unsigned until a new one is generated." };
}
