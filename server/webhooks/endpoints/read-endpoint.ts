import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { findDefault } from "./default-url-store";
import { type DeliveryPolicy, deliveryPolicy } from "./delivery-policy";
import type { WhichEndpoint } from "./endpoint-rules";
import { findEndpointWithSecrets } from "./endpoint-store";
import { type EndpointView, viewOfDefault, viewOfEndpoint } from "./endpoint-view";
import { noSuchEndpoint } from "./require-endpoint";

/**
 * One endpoint without its secrets. `name`: null for the default URL, which exists even if no URL is set.
 * @throws AppError NOT_FOUND, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readEndpoint(ctx: Ctx, input: WhichEndpoint): Promise<EndpointView & { policy: DeliveryPolicy }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return { ...(await viewOf(ctx, merchant.id, input.name)), policy: deliveryPolicy(merchant.id) };
}

async function viewOf(ctx: Ctx, merchantId: string, name: string | null): Promise<EndpointView> {
  if (name === null) return viewOfDefault(merchantId, await findDefault(dbOf(ctx), merchantId));
  const found = await findEndpointWithSecrets(dbOf(ctx), merchantId, name);
  if (!found) throw noSuchEndpoint();
  return viewOfEndpoint(found);
}
