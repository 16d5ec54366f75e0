import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { notifyOwners } from "../notify-owners";
import { resolveMerchant } from "../resolve-merchant";
import { deleteLogo, updateLogoHash } from "./branding-store";
import { changedMeanwhile } from "./changed-meanwhile";

/**
 * Removes the merchant's logo: its initials are shown instead, and the logo's URL returns 404. `seen`: the hash of the
 * logo that the page showed.
 * @throws AppError VALIDATION_ERROR (on `version`: the logo was changed or removed), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function removeLogo(ctx: Ctx, input: { merchantId?: string | undefined; seen: string }): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const { id } = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    if (!(await updateLogoHash(tx, { id, before: input.seen }, null))) throw changedMeanwhile("the logo");
    await deleteLogo(tx, id);
    const detail = { sha256: input.seen };
    await recordAudit(tx, ctx, { action: "merchant.logo_removed", merchantId: id, subjectId: id, detail });
    await notifyOwners(tx, ctx, id, { kind: "logo-removed" });
  });
}
