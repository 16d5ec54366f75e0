import type { Ctx } from "../../lib/context";
import { type Db, dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { chooseDefaultEndpoint, type DefaultEndpoint } from "./default-endpoint";
import { findDefault } from "./default-url-store";
import { type DeliveryPolicy, deliveryPolicy } from "./delivery-policy";
import { findCandidates, listEndpointsOfMerchant } from "./endpoint-store";
import { type EndpointView, viewOfDefault, viewOfEndpoint } from "./endpoint-view";

export type AllEndpoints = {
  /** `url` is null if none is set. */
  defaultUrl: EndpointView;
  /** By name. */
  endpoints: EndpointView[];
  /** Of payments without a named endpoint. */
  defaultEndpoint: { live: DefaultEndpoint<{ name: string }>; test: DefaultEndpoint<{ name: string }> };
  policy: DeliveryPolicy;
};

/**
 * The default URL and all named endpoints of a merchant, without secrets.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listAllEndpoints(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<AllEndpoints> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const db = dbOf(ctx);
  const row = await findDefault(db, merchant.id);
  const url = row?.url ?? null;
  return {
    defaultUrl: viewOfDefault(merchant.id, row),
    endpoints: await listNamedEndpoints(ctx, { merchantId: merchant.id }),
    defaultEndpoint: {
      live: await unnamedOf(db, merchant.id, url, false),
      test: await unnamedOf(db, merchant.id, url, true),
    },
    policy: deliveryPolicy(merchant.id),
  };
}

async function unnamedOf(
  db: Db,
  merchantId: string,
  url: string | null,
  test: boolean,
): Promise<DefaultEndpoint<{ name: string }>> {
  const found = chooseDefaultEndpoint(url, await findCandidates(db, merchantId, test));
  return found.to === "endpoint" ? { ...found, endpoint: { name: found.endpoint.name } } : found;
}

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
