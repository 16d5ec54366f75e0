import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type CredentialOwnerInput, ownerOfCredentials } from "./credential-owner";
import { listCredentialsOf } from "./store";

export type CredentialListItem = {
  id: string;
  name: string;
  scopes: string[];
  testOnly: boolean;
  createdAt: Date;
  disabledAt: Date | null;
  lastUsedAt: Date | null;
};

/**
 * An owner's credentials, newest first; never a secret.
 * @throws AppError FORBIDDEN_VIEW, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listCredentials(ctx: Ctx, owner: CredentialOwnerInput): Promise<CredentialListItem[]> {
  return listCredentialsOf(dbOf(ctx), await ownerOfCredentials(ctx, owner, "FORBIDDEN_VIEW"));
}
