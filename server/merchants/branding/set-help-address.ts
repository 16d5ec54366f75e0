import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { notifyOwners } from "../notify-owners";
import { readMerchant } from "../read-merchant";
import { resolveMerchant } from "../resolve-merchant";
import { checkHelpAddress } from "../rules";
import { updateHelpAddress } from "./branding-store";
import { changedMeanwhile } from "./read-branding";

/**
 * Sets the address where customers get help, which the checkout shows as "Contact {merchant}". An empty text removes it;
 * the same address is no change. Owners are mailed, because a false address could ask customers for money. `seen`: the
 * address in the form before it was edited.
 * @throws AppError VALIDATION_ERROR (on `version`: it was changed in the meantime), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function setHelpAddress(
  ctx: Ctx,
  input: { merchantId?: string | undefined; helpAddress: string; seen: string | null },
): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const helpAddress = checkHelpAddress(input.helpAddress);
  await inTransaction(ctx, async (tx) => {
    const before = (await readMerchant({ tx }, id)).helpAddress;
    if (before !== input.seen) throw changedMeanwhile("the help address");
    if (helpAddress === before) return;
    if (!(await updateHelpAddress(tx, { id, seen: before }, helpAddress))) throw changedMeanwhile("the help address");
    await recordAudit(tx, ctx, {
      action: "merchant.help_address_set",
      merchantId: id,
      subjectId: id,
      before: { help_address: before },
      after: { help_address: helpAddress },
    });
    await notifyOwners(tx, ctx, id, { kind: "help-address", from: before, to: helpAddress });
  });
}
