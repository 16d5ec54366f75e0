import type { Metadata } from "next";
import { UsagePage } from "@/components/operator/system/usage";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "API usage" };

export default async function Page() {
  const { api } = await operatorPage();
  return <UsagePage first={asJson(await api.platform.usage.list())} />;
}
