import type { Metadata } from "next";
import { GoLivePage } from "@/components/console/developers/go-live";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Go live" };

export default consoleRoute(async ({ merchant, api }) => {
  const first = asJson(await api.developers.goLive({ merchantId: merchant.id }));
  return <GoLivePage first={first} suspended={merchant.suspended} />;
});
