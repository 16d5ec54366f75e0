import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type EndpointRow, listEndpointsOfMerchant } from "./endpoint-store";

/** A merchant's named endpoints, by name; never a secret. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listEndpoints(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<EndpointRow[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return listEndpointsOfMerchant(dbOf(ctx), merchant.id);
}
