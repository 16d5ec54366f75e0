import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { notifyOfSuspension } from "./notify-owners";
import { resolveMerchant } from "./resolve-merchant";
import { checkReason } from "./rules";
import { findSuspensionReason, updateSuspension } from "./store";

/**
 * Suspends a merchant, or ends the suspension: while suspended, no live payment can be created or started, also by
 * links (contract, "Callers and merchants"). Test payments work, started payments continue, and everything can be read.
 * The owners are mailed, without the reason. A second suspension for the same reason succeeds, as after a lost response;
 * any other call that would change nothing is refused, so that no operator takes a reason for stored. Operators only.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, VALIDATION_ERROR on `reason`
 */
export async function switchMerchant(
  ctx: Ctx,
  input: { merchantId: string; to: "suspended" | "active"; reason: string },
): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const reason = checkReason(input.reason);
  await inTransaction(ctx, async (tx) => {
    const changed = await updateSuspension(tx, id, input.to === "suspended" ? reason : null);
    if (!changed) return refuseOtherReason(await findSuspensionReason(tx, id), { to: input.to, reason });
    const action = input.to === "suspended" ? "merchant.suspended" : "merchant.reinstated";
    await recordAudit(tx, ctx, { action, merchantId: id, subjectId: id, detail: { reason } });
    await notifyOfSuspension(tx, ctx, id, input.to);
  });
}

function refuseOtherReason(
  stored: string | null,
  { to, reason }: { to: "suspended" | "active"; reason: string },
): void {
  if (to === "active") throw invalidField("reason", "This merchant is not suspended, so nothing was changed.");
  if (stored === reason) return;
  throw invalidField("reason", `This merchant was already suspended: “${stored}”. Your reason was not saved.`);
}
