import type { Metadata } from "next";
import { DeliveryPage } from "@/components/console/deliveries/delivery";
import { orNotFound } from "../../../../or-not-found";
import { asJson, requireConsolePage } from "../../../context";

export const metadata: Metadata = { title: "Delivery" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { merchant, api } = await requireConsolePage();
  const detail = await orNotFound(api.webhooks.log.get({ merchantId: merchant.id, id }));
  return <DeliveryPage key={id} first={asJson(detail)} />;
}
