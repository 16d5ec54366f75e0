import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { type CredentialOwnerInput, ownerOfCredentials } from "./credential-owner";
import { type CredentialRow, findNamesOfCredentials, listCredentialsOf, type NamedCredential } from "./store";

/** A credential of an owner, without its secret. */
export type CredentialListItem = CredentialRow;

/**
 * An owner's credentials, newest first, with the recent use of each, without secrets.
 * @throws AppError FORBIDDEN_VIEW, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listCredentials(ctx: Ctx, owner: CredentialOwnerInput): Promise<CredentialListItem[]> {
  return listCredentialsOf(dbOf(ctx), await ownerOfCredentials(ctx, owner, "FORBIDDEN_VIEW"));
}

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
