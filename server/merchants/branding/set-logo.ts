import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { notifyOwners } from "../notify-owners";
import { readMerchant } from "../read-merchant";
import { resolveMerchant } from "../resolve-merchant";
import { updateLogoHash, upsertLogo } from "./branding-store";
import { changedMeanwhile } from "./changed-meanwhile";
import { checkLogo } from "./logo/check-logo";
import { inDecodeSlot } from "./logo/decode-slots";

/**
 * Replaces a merchant's logo in the checkout. Only the picture itself is stored, without metadata. `seen`: the hash of
 * the logo that the page showed, or null for none. Returns the hash of the stored bytes.
 * @throws AppError VALIDATION_ERROR (on `logo`: what is wrong with the picture; on `version`: the logo was changed),
 *   FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function setLogo(
  ctx: Ctx,
  input: { merchantId?: string | undefined; bytes: Uint8Array; seen: string | null },
): Promise<{ hash: string }> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const { id } = await resolveMerchant(ctx, input.merchantId);
  // Refuses an outdated form before the picture is decoded. The write below compares again.
  if ((await readMerchant(ctx, id)).logoHash !== input.seen) throw changedMeanwhile("the logo");
  const logo = await inDecodeSlot(id, () => checkLogo(input.bytes));
  const { hash, mediaType, width, height, content } = logo;
  await inTransaction(ctx, async (tx) => {
    if (!(await updateLogoHash(tx, { id, before: input.seen }, hash))) throw changedMeanwhile("the logo");
    if (hash === input.seen) return;
    await upsertLogo(tx, id, logo);
    const detail = { sha256: hash, media_type: mediaType, width, height, size_bytes: content.length };
    await recordAudit(tx, ctx, { action: "merchant.logo_set", merchantId: id, subjectId: id, detail });
    await notifyOwners(tx, ctx, id, { kind: "logo-set" });
  });
  return { hash };
}
