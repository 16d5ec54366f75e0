import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { type CredentialOwnerInput, ownerOfCredentials } from "./credential-owner";
import { type CredentialRow, listCredentialsOf } from "./store";

/** A credential of an owner, without its secret. */
export type CredentialListItem = CredentialRow;

/**
 * An owner's credentials, newest first, with the recent use of each, without secrets.
 * @throws AppError FORBIDDEN_VIEW, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listCredentials(ctx: Ctx, owner: CredentialOwnerInput): Promise<CredentialListItem[]> {
  return listCredentialsOf(dbOf(ctx), await ownerOfCredentials(ctx, owner, "FORBIDDEN_VIEW"));
}
