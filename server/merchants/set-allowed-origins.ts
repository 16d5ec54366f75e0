import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { invalidField } from "../lib/errors";
import { isWebUrl } from "../lib/fields";
import { resolveMerchant } from "./resolve-merchant";
import { updateAllowedOrigins } from "./store";

/**
 * Which origins may frame a merchant's checkout. Each is scheme, host and port, nothing more.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function setAllowedOrigins(ctx: Ctx, input: { merchantId?: string; origins: string[] }): Promise<void> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  for (const [at, origin] of input.origins.entries()) {
    if (!isWebUrl(origin) || new URL(origin).origin !== origin)
      throw invalidField(`origins[${at}]`, "an origin, such as https://shop.example");
  }
  await inTransaction(ctx, async (tx) => {
    await updateAllowedOrigins(tx, merchant.id, input.origins);
    const detail = { origins: input.origins.join(" ") };
    await recordAudit(tx, ctx, {
      action: "merchant.allowed_origins_set",
      merchantId: merchant.id,
      subjectId: merchant.id,
      detail,
    });
  });
}
