import { recordAudit } from "../../audit/record-audit";
import { wake } from "../../jobs/leased-rows";
import type { Ctx } from "../../lib/context";
import { inTransaction, type Tx } from "../../lib/db";
import { refuseTestOnly } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { WhichEndpoint } from "../endpoints/endpoint-rules";
import { noSuchEndpoint } from "../endpoints/require-endpoint";
import { insertHealth } from "./health-store";
import { findEndpointRef, savePaused, saveResumed } from "./pause-store";

/**
 * Pauses an endpoint until a person resumes it. Payments that name it are accepted, and its deliveries wait, up to 30
 * days. Calls in flight finish; a manual resend is still sent. Idempotent.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export function pauseEndpoint(ctx: Ctx, which: WhichEndpoint): Promise<void> {
  return change(ctx, which, "paused", async (tx, endpointKey, merchantId) => {
    await insertHealth(tx, [{ endpointKey, merchantId }]);
    return savePaused(tx, endpointKey);
  });
}

/**
 * Ends the pause of an endpoint and closes its circuit: due deliveries are sent now, one at a time until one succeeds.
 * The run of failures remains, so one more failure opens the circuit again, with a half-open trial after 30 s. No
 * effect if neither applies.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export function resumeEndpoint(ctx: Ctx, which: WhichEndpoint): Promise<void> {
  return change(ctx, which, "resumed", async (tx, endpointKey) => {
    if (!(await saveResumed(tx, endpointKey))) return false;
    wake(tx, "webhook_deliveries");
    return true;
  });
}

async function change(
  ctx: Ctx,
  which: WhichEndpoint,
  to: "paused" | "resumed",
  save: (tx: Tx, endpointKey: string, merchantId: string) => Promise<boolean>,
): Promise<void> {
  refuseTestOnly(ctx);
  const merchant = await resolveMerchant(ctx, which.merchantId);
  await inTransaction(ctx, async (tx) => {
    const found = await findEndpointRef(tx, merchant.id, which.name);
    if (!found) throw noSuchEndpoint();
    if (!(await save(tx, found.id, merchant.id))) return;
    const fact = { action: `webhook_destination.${to}`, merchantId: merchant.id, subjectId: found.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name: found.name } });
  });
}
