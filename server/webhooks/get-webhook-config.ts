import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { allowedNetworks } from "./allowed-networks";
import { countActiveEndpoints } from "./endpoint-store";
import { findDefault } from "./store";

export type WebhookConfig = {
  url: string | null;
  hasSecret: boolean;
  secretCreatedAt: Date | null;
  /** How many named endpoints are not disabled. */
  activeEndpoints: number;
  /** Private networks that the operator lets webhooks reach, as `cidr` or `cidr:port`. */
  allowedNetworks: string[];
};

/** The merchant's default destination, without its secret. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function getWebhookConfig(ctx: Ctx, input: { merchant_id?: string | undefined }): Promise<WebhookConfig> {
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  const found = await findDefault(dbOf(ctx), merchant.id);
  return {
    url: found?.url ?? null,
    hasSecret: found?.secretSealed != null,
    secretCreatedAt: found?.secretCreatedAt ?? null,
    activeEndpoints: await countActiveEndpoints(dbOf(ctx), merchant.id),
    allowedNetworks: allowedNetworks(),
  };
}
