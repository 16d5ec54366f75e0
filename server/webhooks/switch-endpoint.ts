import { recordAudit } from "../audit/record-audit";
import { wake } from "../jobs/leased-rows";
import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { closeBreaker } from "./close-breaker";
import { lockDestinations } from "./destination-lock";
import { findEndpointsByName, lockEndpointsOf, updateDisabledAt } from "./endpoint-store";

/**
 * Disables a named endpoint, or enables it again. Twice is once. Disabled, it can be named by no new payment, and what is
 * still to be told to it fails when it is due, paused or not: what waits at once, a retry at its time. Enabling closes the
 * circuit breaker; a person's pause stays.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function switchEndpoint(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string; to: "disabled" | "enabled" },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    await lockEndpointsOf(tx, merchant.id);
    const [found] = await findEndpointsByName(tx, merchant.id, [input.name]);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
    if ((found.disabledAt === null ? "enabled" : "disabled") === input.to) return;
    await lockDestinations(tx, [found.id], "exclusive");
    await updateDisabledAt(tx, found.id, input.to === "enabled" ? null : now());
    if (input.to === "enabled") await closeBreaker(tx, found.id);
    // What a pause kept back may end now.
    else await wake(tx);
    const fact = { action: `webhook_endpoint.${input.to}`, merchantId: merchant.id, subjectId: found.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name: found.name } });
  });
}
