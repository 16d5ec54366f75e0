import type { Ctx } from "../lib/context";
import { newHexSecret } from "../lib/crypto";
import { env } from "../lib/env";
import { localSecret } from "../lib/local-secrets";
import { readMerchant } from "../merchants/read-merchant";
import { setAllowedOrigins } from "../merchants/set-allowed-origins";
import { ensureWebhookSecret } from "../webhooks/ensure-webhook-secret";
import { readEndpoint } from "../webhooks/read-endpoint";
import { setWebhookUrl } from "../webhooks/set-webhook-url";

/** The demo shop's signing secret: made once for the installation, known to the shop and to the product. */
export function demoWebhookSecret(): string {
  return localSecret(env().dataDir, "demo_shop.webhook_secret", () => newHexSecret("whsec_"));
}

/**
 * What the demo shop's owner would have set in the Console: the origin that may frame the checkout, and where the shop
 * hears of payments. An address or a secret of the merchant's own choosing is left alone; an address of an earlier port
 * follows the port.
 */
export async function ensureDemoShop(ctx: Ctx, shop: { merchantId: string; shopUrl: string }): Promise<void> {
  const { merchantId } = shop;
  const merchant = await readMerchant(ctx, merchantId);
  if (!merchant.allowedOrigins.includes(shop.shopUrl)) {
    const others = merchant.allowedOrigins.filter((origin) => !/^http:\/\/localhost:\d+$/.test(origin));
    await setAllowedOrigins(ctx, { merchantId, origins: [...others, shop.shopUrl] });
  }
  const wanted = `http://127.0.0.1:${env().shopPort}/webhooks`;
  const { url, secret } = await readEndpoint(ctx, { merchantId, name: null });
  const isOurs = url === null || /^http:\/\/127\.0\.0\.1:\d+\/webhooks$/.test(url);
  if (isOurs && url !== wanted) await setWebhookUrl(ctx, { merchant_id: merchantId, webhook_url: wanted });
  if (isOurs && secret === null) await ensureWebhookSecret(ctx, { merchantId, secret: demoWebhookSecret() });
}
