import type { Metadata } from "next";
import { CheckoutSettings } from "@/components/console/checkout/settings";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Checkout" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  return <CheckoutSettings first={asJson(await api.branding.get({ merchantId: merchant.id }))} />;
}
