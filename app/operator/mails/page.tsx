import type { Metadata } from "next";
import { MailsPage } from "@/components/operator/frame/mails";
import { Withheld } from "@/components/operator/frame/withheld";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "E-mails" };

export default async function Page() {
  const { api, may } = await operatorPage();
  if (!may.includes("platform.system.mails")) return <Withheld title="E-mails" />;
  return <MailsPage mails={asJson(await api.platform.system.mails())} />;
}
