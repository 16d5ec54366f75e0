import type { Metadata } from "next";
import { GoLivePage } from "@/components/console/developers/go-live";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Go live" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  return <GoLivePage first={asJson(await api.developers.goLive({ merchantId: merchant.id }))} />;
}
