import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { lockSecrets } from "./lock-secrets";
import { secretChange } from "./secret-change";
import { findPreparedSecret, saveSecret } from "./secret-store";

/**
 * The prepared secret of a destination signs from now on, in place of the one before, which signs nothing more once this
 * has returned. `name`: null for the default URL. `preparedAt`: when the one that is meant was prepared; another that
 * took its place meanwhile is not activated.
 * @throws AppError NOT_FOUND (no such endpoint, or none is prepared), VALIDATION_ERROR on `prepared_at`, FORBIDDEN,
 *   MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function activateSecret(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null; preparedAt?: Date | undefined },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const locked = await lockSecrets(tx, merchant.id, input.name);
    const prepared = await findPreparedSecret(tx, locked);
    if (!prepared) throw new AppError("NOT_FOUND", { message: "No secret is prepared." });
    if (input.preparedAt && input.preparedAt.getTime() !== prepared.createdAt.getTime()) {
      const errors = [{ field: "prepared_at", message: "is of another secret" }];
      const message = "Another secret was prepared meanwhile: this is not the one that you saw.";
      throw new AppError("VALIDATION_ERROR", { message, metadata: { errors } });
    }
    await saveSecret(tx, locked, prepared.sealed);
    await recordAudit(tx, ctx, secretChange("activated", locked, input.name));
  });
}
