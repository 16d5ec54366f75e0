import { env } from "@/server/lib/config/env";

/** The address of the demo shop; null on an installation without it. */
export function demoShop(): string | null {
  const { demo, demoPublic, shopPort, baseUrl } = env();
  if (!demo || demoPublic) return null;
  const shop = new URL(baseUrl);
  shop.port = String(shopPort);
  return shop.origin;
}
