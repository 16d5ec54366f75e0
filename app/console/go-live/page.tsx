import type { Metadata } from "next";
import { GoLivePage } from "@/components/console/developers/go-live";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Go live" };

export default consoleRoute(async ({ merchant, api }) => {
  return <GoLivePage first={asJson(await api.developers.goLive({ merchantId: merchant.id }))} />;
});
