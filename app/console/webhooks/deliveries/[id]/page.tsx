import type { Metadata } from "next";
import { DeliveryPage } from "@/components/console/deliveries/delivery";
import { orNotFound } from "../../../../or-not-found";
import { consoleRoute } from "../../../console-route";
import { asJson } from "../../../context";

export const metadata: Metadata = { title: "Delivery" };

export default consoleRoute(async ({ merchant, api }, { params }: { params: Promise<{ id: string }> }) => {
  const { id } = await params;
  const detail = await orNotFound(api.webhooks.log.get({ merchantId: merchant.id, id }));
  return <DeliveryPage key={id} first={asJson(detail)} />;
});
