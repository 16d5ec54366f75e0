import type { Metadata } from "next";
import { ApiKeysPage } from "@/components/console/api-keys/api-keys";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "API keys" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  return <ApiKeysPage first={asJson(await api.credentials.list({ merchantId: merchant.id }))} />;
}
