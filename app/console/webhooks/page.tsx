import type { Metadata } from "next";
import { WebhooksPage } from "@/components/console/webhooks/webhooks";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Webhooks" };

export default consoleRoute(async ({ merchant, api }) => {
  const input = { merchantId: merchant.id };
  const [list, health] = await Promise.all([api.webhooks.endpoints.list(input), api.webhooks.health.list(input)]);
  return <WebhooksPage first={asJson(list)} firstHealth={asJson(health)} />;
});
