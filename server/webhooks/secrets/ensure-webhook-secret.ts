import type { Ctx } from "../../lib/context";
import { seal } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { lockSecrets } from "./lock-secrets";
import { saveSecret } from "./secret-store";

/**
 * Sets a known signing secret, for the demo shop.
 * @throws AppError MERCHANT_NOT_FOUND
 */
export async function ensureWebhookSecret(ctx: Ctx, input: { merchantId: string; secret: string }): Promise<void> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const locked = await lockSecrets(tx, merchant.id, null);
    await saveSecret(tx, locked, seal(input.secret, locked.rowId));
  });
}
