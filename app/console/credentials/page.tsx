import type { Metadata } from "next";
import { CredentialsPage } from "@/components/console/credentials/credentials";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "API keys" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  return <CredentialsPage first={asJson(await api.credentials.list({ merchantId: merchant.id }))} />;
}
