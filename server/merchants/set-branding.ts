import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { checkAccent } from "./accent";
import { updateBranding } from "./branding-store";
import { changedMeanwhile } from "./changed-meanwhile";
import { readMerchant } from "./read-merchant";
import { resolveMerchant } from "./resolve-merchant";
import { checkBrandName } from "./rules";

export type BrandingChange = {
  merchantId?: string | undefined;
  /** What shoppers see, and banks are told as the payee from the next payment on: what was started keeps its name. */
  brandName: string;
  /** `#rrggbb`; null: ours. */
  accent: string | null;
  /** Of what the form was filled with. */
  version: number;
};

/**
 * A merchant's name and colour in the checkout. What is so already is no change.
 * @throws AppError VALIDATION_ERROR (on `version`: it was changed meanwhile), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function setBranding(ctx: Ctx, input: BrandingChange): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const brandName = checkBrandName(input.brandName);
  const accent = input.accent === null ? null : checkAccent(input.accent);
  await inTransaction(ctx, async (tx) => {
    const before = await readMerchant({ tx }, id);
    if (before.brandingVersion !== input.version) throw changedMeanwhile("the name or the colour");
    const { brandName: nameBefore, accent: accentBefore } = before;
    if (brandName === nameBefore && accent === accentBefore) return;
    const isPresent = await updateBranding(tx, { id, version: input.version }, { brandName, accent });
    if (!isPresent) throw changedMeanwhile("the name or the colour");
    await recordAudit(tx, ctx, {
      action: "merchant.branding_set",
      merchantId: id,
      subjectId: id,
      before: { brand_name: nameBefore, accent: accentBefore },
      after: { brand_name: brandName, accent },
    });
  });
}
