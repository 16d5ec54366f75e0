import { env } from "../lib/config/env";
import { localSecret } from "../lib/config/local-secrets";
import type { Ctx } from "../lib/context";
import { newHexSecret } from "../lib/crypto";
import { setAllowedOrigins } from "../merchants/branding/set-allowed-origins";
import { readMerchant } from "../merchants/read-merchant";
import { readEndpoint } from "../webhooks/endpoints/read-endpoint";
import { setWebhookUrl } from "../webhooks/endpoints/set-webhook-url";
import { ensureWebhookSecret } from "../webhooks/secrets/change-secrets";

/** The demo shop's signing secret: created once per installation, shared by the shop and the product. */
export function demoWebhookSecret(): string {
  return localSecret(env().dataDir, "demo_shop.webhook_secret", () => newHexSecret("whsec_"));
}

/** Where the demo shop receives webhooks. */
export function demoWebhookUrl(): string {
  return `http://127.0.0.1:${env().shopPort}/webhooks`;
}

/**
 * Sets what the demo shop's owner would set in the Console: the allowed origin and the webhook URL. Keeps a URL or
 * secret that the merchant chose; updates a URL with an earlier port.
 */
export async function ensureDemoShop(ctx: Ctx, shop: { merchantId: string; shopUrl: string }): Promise<void> {
  const { merchantId } = shop;
  const merchant = await readMerchant(ctx, merchantId);
  if (!merchant.allowedOrigins.includes(shop.shopUrl)) {
    const others = merchant.allowedOrigins.filter((origin) => !/^http:\/\/localhost:\d+$/.test(origin));
    await setAllowedOrigins(ctx, { merchantId, origins: [...others, shop.shopUrl] });
  }
  const wanted = demoWebhookUrl();
  const { url, secret } = await readEndpoint(ctx, { merchantId, name: null });
  const isOurs = url === null || /^http:\/\/127\.0\.0\.1:\d+\/webhooks$/.test(url);
  if (isOurs && url !== wanted) await setWebhookUrl(ctx, { merchant_id: merchantId, webhook_url: wanted });
  if (isOurs && secret === null) await ensureWebhookSecret(ctx, { merchantId, secret: demoWebhookSecret() });
}
