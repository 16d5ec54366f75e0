import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { invalidField, refuseTestOnly } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { closeCircuit } from "../health/close-circuit";
import type { SavedWebhookUrl, SetWebhookUrl } from "../schema";
import { saveUrl } from "./default-url-store";
import { webhookUrlError } from "./endpoint-fields";
import { lockEndpoints } from "./endpoint-lock";

/**
 * Sets the default URL for every delivery sent from now on.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, VALIDATION_ERROR on `webhook_url`
 */
export async function setWebhookUrl(ctx: Ctx, input: SetWebhookUrl): Promise<SavedWebhookUrl> {
  refuseTestOnly(ctx);
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  const urlError = await webhookUrlError(merchant.id, input.webhook_url);
  if (urlError !== null) throw invalidField("webhook_url", urlError);
  await inTransaction(ctx, async (tx) => {
    await lockEndpoints(tx, [merchant.id], "exclusive");
    const before = await saveUrl(tx, merchant.id, input.webhook_url);
    await closeCircuit(tx, merchant.id);
    // Only the host: paths and queries of webhook URLs often contain a secret.
    const detail = { host: new URL(input.webhook_url).host };
    const was = { host: before === null ? null : new URL(before).host };
    const fact = { action: "webhook_url.set", merchantId: merchant.id, subjectId: merchant.id, detail };
    await recordAudit(tx, ctx, { ...fact, before: was, after: detail });
  });
  return { webhook_url: input.webhook_url, message: "Webhook URL saved." };
}
