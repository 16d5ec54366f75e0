import type { Metadata } from "next";
import { EndpointPage } from "@/components/console/endpoint";
import { asJson, requireConsolePage } from "../../context";

export const metadata: Metadata = { title: "Default URL" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  const input = { merchantId: merchant.id };
  const [endpoint, health] = await Promise.all([
    api.webhooks.endpoints.get({ ...input, name: null }),
    api.webhooks.health.list(input),
  ]);
  return <EndpointPage first={asJson(endpoint)} firstHealth={asJson(health)} />;
}
