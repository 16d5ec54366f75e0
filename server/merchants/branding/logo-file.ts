import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { db, inTransaction } from "../../lib/db";
import { changedMeanwhile, refuseTestOnly } from "../../lib/errors";
import { notifyOwners } from "../notify-owners";
import { readMerchant } from "../read-merchant";
import { resolveMerchant } from "../resolve-merchant";
import { deleteLogo, findLogoByHash, updateLogoHash, upsertLogo } from "./branding-store";
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
  refuseTestOnly(ctx);
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

/**
 * Removes the merchant's logo: its initials are shown instead, and the logo's URL returns 404. `seen`: the hash of the
 * logo that the page showed.
 * @throws AppError VALIDATION_ERROR (on `version`: the logo was changed or removed), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function removeLogo(ctx: Ctx, input: { merchantId?: string | undefined; seen: string }): Promise<void> {
  refuseTestOnly(ctx);
  const { id } = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    if (!(await updateLogoHash(tx, { id, before: input.seen }, null))) throw changedMeanwhile("the logo");
    await deleteLogo(tx, id);
    const detail = { sha256: input.seen };
    await recordAudit(tx, ctx, { action: "merchant.logo_removed", merchantId: id, subjectId: id, detail });
    await notifyOwners(tx, ctx, id, { kind: "logo-removed" });
  });
}

/** A merchant's logo by the SHA-256 of its bytes in hex, which is part of its URL; null: unknown. Public. */
export async function readLogo(hash: string): Promise<{ mediaType: string; content: Uint8Array<ArrayBuffer> } | null> {
  return /^[0-9a-f]{64}$/.test(hash) ? findLogoByHash(db(), hash) : null;
}
