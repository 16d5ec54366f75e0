import type { Ctx } from "../lib/context";
import { type Db, dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { findCandidates } from "./endpoint-store";
import { type EndpointView, viewOfDefault } from "./endpoint-view";
import { listEndpoints } from "./list-endpoints";
import { findDefault } from "./store";
import { type TermsOfDelivery, termsOfDelivery } from "./terms-of-delivery";
import { type UnnamedDestination, unnamedDestination } from "./unnamed-destination";

export type Destinations = {
  /** Its `url` is null where none is set. */
  defaultUrl: EndpointView;
  /** By name. */
  endpoints: EndpointView[];
  /** Where a payment that names no endpoint goes. */
  unnamed: { live: UnnamedDestination<{ name: string }>; test: UnnamedDestination<{ name: string }> };
  terms: TermsOfDelivery;
};

/** Everything that a merchant's webhooks may go to, without a secret. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listDestinations(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<Destinations> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const db = dbOf(ctx);
  const row = await findDefault(db, merchant.id);
  const url = row?.url ?? null;
  return {
    defaultUrl: viewOfDefault(merchant.id, row),
    endpoints: await listEndpoints(ctx, { merchantId: merchant.id }),
    unnamed: { live: await unnamedOf(db, merchant.id, url, false), test: await unnamedOf(db, merchant.id, url, true) },
    terms: termsOfDelivery(merchant.id),
  };
}

async function unnamedOf(
  db: Db,
  merchantId: string,
  url: string | null,
  test: boolean,
): Promise<UnnamedDestination<{ name: string }>> {
  const found = unnamedDestination(url, await findCandidates(db, merchantId, test));
  return found.to === "endpoint" ? { ...found, endpoint: { name: found.endpoint.name } } : found;
}
