import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { listEndpointsOfMerchant } from "./endpoint-store";
import { type EndpointView, viewOfEndpoint } from "./endpoint-view";

/**
 * A merchant's named endpoints by name, without secrets.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listNamedEndpoints(
  ctx: Ctx,
  input: { merchantId?: string | undefined },
): Promise<EndpointView[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return (await listEndpointsOfMerchant(dbOf(ctx), merchant.id)).map(viewOfEndpoint);
}
