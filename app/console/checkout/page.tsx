import type { Metadata } from "next";
import { CheckoutSettings } from "@/components/console/checkout/settings";
import { pinnedTag, servedLoader } from "../../embed.js/served-loader";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Checkout" };

export default consoleRoute(async ({ merchant, api }) => {
  const pinned = await pinnedTag(servedLoader(null));
  return <CheckoutSettings pinned={pinned} first={asJson(await api.branding.get({ merchantId: merchant.id }))} />;
});
