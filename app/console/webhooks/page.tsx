import type { Metadata } from "next";
import { WebhooksPage } from "@/components/console/webhooks/webhooks";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  const input = { merchantId: merchant.id };
  const [list, health] = await Promise.all([api.webhooks.endpoints.list(input), api.webhooks.health.list(input)]);
  return <WebhooksPage first={asJson(list)} firstHealth={asJson(health)} />;
}
