import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { changedMeanwhile, refuseTestOnly } from "../../lib/errors";
import { notifyOwners } from "../notify-owners";
import { readMerchant } from "../read-merchant";
import { resolveMerchant } from "../resolve-merchant";
import { checkOrigins } from "../rules";
import { updateAllowedOrigins } from "./branding-store";

/**
 * Sets all origins that may frame a merchant's checkout. An unchanged list is no change. `version`: of the data in the
 * form; without it, the last write wins.
 * @throws AppError VALIDATION_ERROR (on `version`: they were changed in the meantime), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function setAllowedOrigins(
  ctx: Ctx,
  input: { merchantId?: string | undefined; origins: readonly string[]; version?: number | undefined },
): Promise<void> {
  refuseTestOnly(ctx);
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const origins = checkOrigins(input.origins);
  await inTransaction(ctx, async (tx) => {
    const before = await readMerchant({ tx }, id);
    const { version = null } = input;
    if (version !== null && version !== before.originsVersion) throw changedMeanwhile("the allowed domains");
    if (origins.join(" ") === before.allowedOrigins.join(" ")) return;
    if (!(await updateAllowedOrigins(tx, { id, version }, origins))) throw changedMeanwhile("the allowed domains");
    await recordAudit(tx, ctx, {
      action: "merchant.allowed_origins_set",
      merchantId: id,
      subjectId: id,
      before: { origins: before.allowedOrigins.join(" ") },
      after: { origins: origins.join(" ") },
    });
    const added = origins.filter((origin) => !before.allowedOrigins.includes(origin));
    const removed = before.allowedOrigins.filter((origin) => !origins.includes(origin));
    await notifyOwners(tx, ctx, id, { kind: "origins", added, removed });
  });
}
