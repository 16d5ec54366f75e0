import type { Metadata } from "next";
import { NotificationsPage } from "@/components/console/notifications/notifications";
import { isCredentialContact } from "@/server/identity/credentials/credential-contacts";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Notifications" };

export default consoleRoute(async ({ user, merchant, api }) => {
  const merchantId = merchant.id;
  const [first, getsLeakMails] = await Promise.all([
    api.notifications.list({ merchantId }),
    isCredentialContact({}, { merchantId, email: user.email }),
  ]);
  return <NotificationsPage first={asJson(first)} getsLeakMails={getsLeakMails} />;
});
