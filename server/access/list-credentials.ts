import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type CredentialOwnerInput, ownerOfCredentials } from "./credential-owner";
import { type CredentialRow, listCredentialsOf } from "./store";

/** One of an owner's credentials; never its secret. */
export type CredentialListItem = CredentialRow;

/**
 * An owner's credentials, newest first, with how each was used lately; never a secret.
 * @throws AppError FORBIDDEN_VIEW, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listCredentials(ctx: Ctx, owner: CredentialOwnerInput): Promise<CredentialListItem[]> {
  return listCredentialsOf(dbOf(ctx), await ownerOfCredentials(ctx, owner, "FORBIDDEN_VIEW"));
}
