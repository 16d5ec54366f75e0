import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { insertHealth } from "./health-store";
import { findDestination, updateHeld } from "./hold-store";

/**
 * Pauses a destination until somebody resumes it: payments that name it are accepted as ever, and what it is to be told
 * waits, up to 30 days. Calls that are under way end as they end; a try by hand is still made. Twice is once. `name` null:
 * the default URL. @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function holdDestination(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const found = await findDestination(tx, merchant.id, input.name);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
    await insertHealth(tx, [{ destinationId: found.id, merchantId: merchant.id }]);
    if (!(await updateHeld(tx, found.id))) return;
    const fact = { action: "webhook_destination.paused", merchantId: merchant.id, subjectId: found.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name: found.name } });
  });
}
