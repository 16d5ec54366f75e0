import type { Metadata } from "next";
import { NotificationsPage } from "@/components/console/notifications/notifications";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Notifications" };

export default consoleRoute(async ({ merchant, api }) => {
  return <NotificationsPage first={asJson(await api.notifications.list({ merchantId: merchant.id }))} />;
});
