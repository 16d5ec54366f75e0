import type { Metadata } from "next";
import { WebhooksPage } from "@/components/console/webhooks";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  const input = { merchantId: merchant.id };
  const [config, deliveries] = await Promise.all([api.webhooks.config(input), api.webhooks.deliveries(input)]);
  return <WebhooksPage config={asJson(config)} deliveries={asJson(deliveries)} />;
}
