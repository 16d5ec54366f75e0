import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { lockSecrets } from "./lock-secrets";
import { secretAuditFact } from "./secret-change";
import { clearPreparedSecret, findPreparedSecret } from "./secret-store";

/**
 * Discards the next secret of an endpoint, if there is one. It has never signed anything; the current secret remains.
 * `name`: null for the default URL.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function discardPreparedSecret(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const locked = await lockSecrets(tx, merchant.id, input.name);
    if (!(await findPreparedSecret(tx, locked))) return;
    await clearPreparedSecret(tx, locked);
    await recordAudit(tx, ctx, secretAuditFact("discarded", locked, input.name));
  });
}
