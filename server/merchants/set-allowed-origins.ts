import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { resolveMerchant } from "./resolve-merchant";
import { checkOrigins } from "./rules";
import { updateAllowedOrigins } from "./store";

/**
 * Which origins may frame a merchant's checkout.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function setAllowedOrigins(ctx: Ctx, input: { merchantId?: string; origins: string[] }): Promise<void> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const origins = checkOrigins(input.origins);
  await inTransaction(ctx, async (tx) => {
    await updateAllowedOrigins(tx, merchant.id, origins);
    const detail = { origins: origins.join(" ") };
    await recordAudit(tx, ctx, {
      action: "merchant.allowed_origins_set",
      merchantId: merchant.id,
      subjectId: merchant.id,
      detail,
    });
  });
}
