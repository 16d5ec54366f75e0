import type { Metadata } from "next";
import { ApiKeysPage } from "@/components/console/api-keys/api-keys";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "API keys" };

export default consoleRoute(async ({ merchant, api }) => {
  return <ApiKeysPage first={asJson(await api.credentials.list({ merchantId: merchant.id }))} />;
});
