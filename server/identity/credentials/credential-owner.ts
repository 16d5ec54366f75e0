import type { Ctx } from "../../lib/context";
import { AppError } from "../../lib/errors";
import { requirePartner } from "../../merchants/read-merchant";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { CredentialOwner } from "./store";

/** Whose credentials: a merchant's (by default the caller's own), a partner's, or the platform's. */
export type CredentialOwnerInput = { merchantId?: string | undefined } | { partnerId: string } | "admin";

/**
 * The owner whose credentials the caller may list and create. Only operators may do so for partners and the platform.
 * @throws AppError `refusal`, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, VALIDATION_ERROR on `partner`
 */
export async function ownerOfCredentials(
  ctx: Ctx,
  owner: CredentialOwnerInput,
  refusal: "FORBIDDEN_CREATE" | "FORBIDDEN_VIEW",
): Promise<CredentialOwner> {
  if (owner === "admin" || "partnerId" in owner) {
    if (ctx.caller.kind !== "admin") throw new AppError(refusal);
    if (owner === "admin") return { kind: "admin", merchantId: null, partnerId: null };
    await requirePartner(ctx, owner.partnerId);
    return { kind: "partner", merchantId: null, partnerId: owner.partnerId };
  }
  const merchant = await resolveMerchant(ctx, owner.merchantId);
  return { kind: "merchant", merchantId: merchant.id, partnerId: null };
}
