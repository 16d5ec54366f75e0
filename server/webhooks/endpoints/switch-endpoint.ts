import { recordAudit } from "../../audit/record-audit";
import { wake } from "../../jobs/leased-rows";
import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { refuseTestOnly } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { closeCircuit } from "../health/close-circuit";
import { lockEndpoints } from "./endpoint-lock";
import { lockMerchantEndpoints, updateDisabledAt } from "./endpoint-store";
import { requireEndpoint } from "./require-endpoint";

/**
 * Disables or enables a named endpoint. Idempotent. New payments cannot name a disabled one, and its deliveries fail
 * when they are due, paused or not: waiting ones at once, retries at their time. Enabling closes the circuit; a pause
 * remains.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function switchEndpoint(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string; to: "disabled" | "enabled" },
): Promise<void> {
  refuseTestOnly(ctx);
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    await lockMerchantEndpoints(tx, merchant.id);
    const found = await requireEndpoint(tx, merchant.id, input.name);
    if ((found.disabledAt === null ? "enabled" : "disabled") === input.to) return;
    await lockEndpoints(tx, [found.id], "exclusive");
    await updateDisabledAt(tx, found.id, input.to === "enabled" ? null : now());
    if (input.to === "enabled") await closeCircuit(tx, found.id);
    // Deliveries that a pause has kept waiting can fail now.
    else wake(tx, "webhook_deliveries");
    const fact = { action: `webhook_endpoint.${input.to}`, merchantId: merchant.id, subjectId: found.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name: found.name } });
  });
}
