import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { findNamesOfCredentials, type NamedCredential } from "./store";

/**
 * The names of a merchant's credentials, newest first, for lists that show them often: `listCredentials` would count
 * their calls each time.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listCredentialNames(
  ctx: Ctx,
  input: { merchantId?: string | undefined },
): Promise<NamedCredential[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return findNamesOfCredentials(dbOf(ctx), merchant.id);
}
