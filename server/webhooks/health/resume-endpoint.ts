import { recordAudit } from "../../audit/record-audit";
import { wake } from "../../jobs/leased-rows";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { findEndpointRef, saveResumed } from "./pause-store";

/**
 * Ends the pause of an endpoint and closes its circuit: due deliveries are sent now, one at a time until one succeeds.
 * The run of failures remains, so one more failure opens the circuit again, with a half-open trial after 30 s. No
 * effect if neither applies. `name` null: the default URL.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function resumeEndpoint(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const found = await findEndpointRef(tx, merchant.id, input.name);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such webhook endpoint." });
    if (!(await saveResumed(tx, found.id))) return;
    const fact = { action: "webhook_destination.resumed", merchantId: merchant.id, subjectId: found.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name: found.name } });
    wake(tx);
  });
}
