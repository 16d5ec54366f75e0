import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { listCredentialsOfMerchant } from "./store";

export type CredentialListItem = {
  id: string;
  name: string;
  scopes: string[];
  testOnly: boolean;
  createdAt: Date;
  disabledAt: Date | null;
  lastUsedAt: Date | null;
};

/** A merchant's credentials, newest first; never a secret. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listCredentials(ctx: Ctx, input: { merchantId?: string }): Promise<CredentialListItem[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return listCredentialsOfMerchant(dbOf(ctx), merchant.id);
}
