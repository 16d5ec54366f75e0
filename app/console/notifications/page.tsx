import type { Metadata } from "next";
import { NotificationsPage } from "@/components/console/notifications/notifications";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Notifications" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  return <NotificationsPage first={asJson(await api.notifications.list({ merchantId: merchant.id }))} />;
}
