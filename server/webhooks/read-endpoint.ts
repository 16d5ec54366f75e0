import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { allowedNetworks } from "./allowed-networks";
import { countWaiting, findEndpointWithSecrets } from "./endpoint-store";
import { type EndpointView, viewOfDefault, viewOfEndpoint } from "./endpoint-view";
import { findDefault } from "./store";

/** A backlog is counted up to here: nobody needs to know more before disabling. */
const MAX_COUNTED = 10_000;

export type ReadEndpoint = EndpointView & {
  /** Deliveries that still wait for it, or are being tried: counted up to `MAX_COUNTED`. */
  waiting: { count: number; orMore: boolean };
  /** Private networks that the operator lets webhooks reach, as `cidr` or `cidr:port`. */
  allowedNetworks: string[];
};

/**
 * One destination, without its secrets. `name`: null for the default URL, which is there even while none is set.
 * @throws AppError NOT_FOUND, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readEndpoint(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<ReadEndpoint> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const view = await viewOf(ctx, merchant.id, input.name);
  const count = await countWaiting(dbOf(ctx), merchant.id, view.id, MAX_COUNTED + 1);
  const waiting = { count: Math.min(count, MAX_COUNTED), orMore: count > MAX_COUNTED };
  return { ...view, waiting, allowedNetworks: allowedNetworks() };
}

async function viewOf(ctx: Ctx, merchantId: string, name: string | null): Promise<EndpointView> {
  if (name === null) return viewOfDefault(merchantId, await findDefault(dbOf(ctx), merchantId));
  const found = await findEndpointWithSecrets(dbOf(ctx), merchantId, name);
  if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
  return viewOfEndpoint(found);
}
