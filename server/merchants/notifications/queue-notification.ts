import type { Tx } from "../../lib/db";
import { queueMail } from "../../mail/send-mail";
import { consoleLink, merchantLine } from "../mail-lines";
import { readMerchant } from "../read-merchant";
import { type NotificationKind, policyOf } from "./kinds";
import { findRecipients } from "./store";

/** Above the size of a team. Larger groups can use a mailing list. */
const MAX_RECIPIENTS = 50;

type Notification = { merchantId: string; kind: NotificationKind; subject: string; text: string };

/**
 * Queues a mail of a kind about a merchant, which it names, to everyone who gets it, in the caller's transaction: that of
 * the change. The only place that decides who gets a kind. `exceptFor`: the address of the person whom it is about.
 * Returns the number of mails.
 */
export async function queueNotification(
  tx: Tx,
  { merchantId, kind, subject, text }: Notification,
  { exceptFor }: { exceptFor?: string } = {},
): Promise<number> {
  const found = await findRecipients(tx, { merchantId, kind, policy: policyOf(kind) }, MAX_RECIPIENTS);
  const recipients = found.filter((address) => address !== exceptFor);
  const settings = `Notification settings: ${consoleLink(merchantId, "/console/notifications")}`;
  const ending = [merchantLine(await readMerchant({ tx }, merchantId)), settings].join("\n");
  for (const recipient of recipients) await queueMail(tx, { recipient, subject, text: `${text}\n\n${ending}` });
  return recipients.length;
}
