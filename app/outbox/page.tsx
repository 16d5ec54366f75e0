import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MailList } from "@/components/console/mail-list";
import { env } from "@/server/lib/env";
import { listOutbox } from "@/server/mail/list-outbox";

export const metadata: Metadata = { title: "Outbox" };

export default async function OutboxPage() {
  if (!env().demo) notFound();
  const mails = await listOutbox();
  return <MailList mails={mails.map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString() }))} />;
}
