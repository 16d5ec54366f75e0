import { recordAudit } from "../audit/record-audit";
import { wake } from "../jobs/leased-rows";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { findDestination, updateResumed } from "./hold-store";

/**
 * Ends a person's pause of a destination, and the circuit breaker's: what is due goes at once, one at a time until one is
 * taken. The failures so far are not forgotten, so one more pauses it again, with a probe half a minute later. Nothing is
 * paused: nothing happens. `name` null: the default URL.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function resumeDestination(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const found = await findDestination(tx, merchant.id, input.name);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
    if (!(await updateResumed(tx, found.id))) return;
    const fact = { action: "webhook_destination.resumed", merchantId: merchant.id, subjectId: found.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name: found.name } });
    await wake(tx);
  });
}
