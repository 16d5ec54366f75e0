import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { insertHealth } from "./health-store";
import { findEndpointRef, savePaused } from "./pause-store";

/**
 * Pauses an endpoint until a person resumes it. Payments that name it are accepted, and its deliveries wait, up to 30
 * days. Calls in flight finish; a manual resend is still sent. Idempotent. `name` null: the default URL.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function pauseEndpoint(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const found = await findEndpointRef(tx, merchant.id, input.name);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such webhook endpoint." });
    await insertHealth(tx, [{ endpointKey: found.id, merchantId: merchant.id }]);
    if (!(await savePaused(tx, found.id))) return;
    const fact = { action: "webhook_destination.paused", merchantId: merchant.id, subjectId: found.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name: found.name } });
  });
}
