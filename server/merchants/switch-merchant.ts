import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { resolveMerchant } from "./resolve-merchant";
import { updateSuspension } from "./store";

const MAX_REASON_LENGTH = 500;

/**
 * Keeps a merchant from taking money, or lets it again: while it is suspended no live payment is created or started, links
 * included (contract, "Callers and merchants"). Tests work, what is under way goes on to its end, and everything can be
 * read. Twice is once. Operators only.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, VALIDATION_ERROR on `reason`
 */
export async function switchMerchant(
  ctx: Ctx,
  input: { merchantId: string; to: "suspended" | "active"; reason: string },
): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const reason = input.reason.trim();
  if (reason === "" || reason.length > MAX_REASON_LENGTH) {
    throw invalidField("reason", `1 to ${MAX_REASON_LENGTH} characters that say why`);
  }
  await inTransaction(ctx, async (tx) => {
    const changed = await updateSuspension(tx, id, input.to === "suspended" ? reason : null);
    if (!changed) return;
    const action = input.to === "suspended" ? "merchant.suspended" : "merchant.reinstated";
    await recordAudit(tx, ctx, { action, merchantId: id, subjectId: id, detail: { reason } });
  });
}
