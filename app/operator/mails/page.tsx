import type { Metadata } from "next";
import { MailsPage } from "@/components/operator/frame/mails";
import { Withheld } from "@/components/operator/frame/withheld";
import { hasOutbox } from "@/server/mail/list-mails";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "E-mails" };

export default async function Page() {
  const { api, may } = await operatorPage();
  if (!may.includes("platform.system.mails")) return <Withheld title="E-mails" />;
  const [mails, { mailLeaves, queues }] = await Promise.all([api.platform.system.mails(), api.platform.system.read()]);
  const waiting = mailLeaves ? null : (queues.find(({ name }) => name === "mail.send")?.open ?? 0);
  return <MailsPage mails={asJson(mails)} waiting={waiting} hasOutbox={hasOutbox()} />;
}
