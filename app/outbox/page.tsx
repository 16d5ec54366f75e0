import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { MailList } from "@/components/console/sign-in/mail-list";
import { readDirectPeer } from "@/server/http/peer";
import { isAppError } from "@/server/lib/errors";
import { listOutbox } from "@/server/mail/list-mails";

export const metadata: Metadata = { title: "E-mail outbox" };

export default async function OutboxPage() {
  const mails = await listOutbox(readDirectPeer(await headers())).catch((error: unknown) => {
    if (isAppError(error) && error.code === "NOT_FOUND") notFound();
    throw error;
  });
  return <MailList mails={mails.map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString() }))} />;
}
