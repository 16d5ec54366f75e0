import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { notifyOwners } from "../notify-owners";
import { resolveMerchant } from "../resolve-merchant";
import { updateSendsReceipts } from "./business-store";

/**
 * Switches the receipts on or off that customers are mailed of completed payments. The present state is no change. Owners
 * are mailed, because their customers are written to.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function setReceipts(
  ctx: Ctx,
  input: { merchantId?: string | undefined; enabled: boolean },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const { enabled } = input;
  await inTransaction(ctx, async (tx) => {
    if (!(await updateSendsReceipts(tx, id, enabled))) return;
    await recordAudit(tx, ctx, {
      action: "merchant.receipts_set",
      merchantId: id,
      subjectId: id,
      before: { sends_receipts: !enabled },
      after: { sends_receipts: enabled },
    });
    await notifyOwners(tx, ctx, id, { kind: "receipts", enabled });
  });
}
