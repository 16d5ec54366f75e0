import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { findEndpointWithSecrets } from "./endpoint-store";
import { type EndpointView, viewOfDefault, viewOfEndpoint } from "./endpoint-view";
import { findDefault } from "./store";
import { type TermsOfDelivery, termsOfDelivery } from "./terms-of-delivery";

/**
 * One destination, without its secrets. `name`: null for the default URL, which is there even while none is set.
 * @throws AppError NOT_FOUND, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readEndpoint(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<EndpointView & { terms: TermsOfDelivery }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return { ...(await viewOf(ctx, merchant.id, input.name)), terms: termsOfDelivery(merchant.id) };
}

async function viewOf(ctx: Ctx, merchantId: string, name: string | null): Promise<EndpointView> {
  if (name === null) return viewOfDefault(merchantId, await findDefault(dbOf(ctx), merchantId));
  const found = await findEndpointWithSecrets(dbOf(ctx), merchantId, name);
  if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
  return viewOfEndpoint(found);
}
