import { db, type Tx } from "../../lib/db";
import { log } from "../../lib/log";
import { formatMinute, withoutLinks } from "../../mail/fill-text";
import { queueMail } from "../../mail/send-mail";
import { queueNotification } from "../../merchants/notifications/queue-notification";
import { listCredentialContacts, whereKeysAre } from "./credential-contacts";
import { type EndingCredential, findEndings, lockEnding, markEndingMailed } from "./credential-end-store";
import { MAILED_BEFORE_DAYS } from "./credential-limits";

const BATCH = 100;

/**
 * Mails the contacts of a credential a week before its end and at its end. The transaction that marks the mail queues
 * it, with the credential locked, so that two workers send one mail.
 */
export async function mailCredentialEnds(): Promise<void> {
  for (const id of await findEndings(db(), MAILED_BEFORE_DAYS, BATCH)) {
    try {
      await db().$transaction((tx) => mailAbout(tx, id));
    } catch (error) {
      log().error({ error, credential_id: id }, "mail of a credential's end not queued");
    }
  }
}

async function mailAbout(tx: Tx, id: string): Promise<void> {
  const credential = await lockEnding(tx, id, MAILED_BEFORE_DAYS);
  if (!credential) return;
  const mail = mailOf(credential);
  const { merchantId } = credential;
  if (merchantId !== null) await queueNotification(tx, { merchantId, kind: "credential_ending", ...mail });
  // The keys of a partner or of the platform belong to no merchant, and so do their mails.
  else
    for (const recipient of await listCredentialContacts(tx, credential)) await queueMail(tx, { recipient, ...mail });
  await markEndingMailed(tx, id);
}

function mailOf(credential: EndingCredential): { subject: string; text: string } {
  const { id, merchantName, endsAt, hasEnded } = credential;
  const name = withoutLinks(credential.name);
  const what = `The API key "${name}"${merchantName === null ? "" : ` of ${withoutLinks(merchantName)}`}`;
  const facts = [`Client ID: ${id}`, `${hasEnded ? "Expired" : "Expires"}: ${formatMinute(endsAt)}`];
  const [subject, happened, advice] = hasEnded
    ? [
        `API key expired: ${name}`,
        `${what} has expired. It gets no more access tokens, and its existing tokens stopped working.`,
        "If a server still uses it, create a new key and put it on that server. An expired key can't be extended.",
      ]
    : [
        `API key expires soon: ${name}`,
        `${what} expires soon. Requests with it are rejected from then on.`,
        "Create a new key and replace this one, or set a later expiry.",
      ];
  return { subject, text: [happened, "", ...facts, "", advice, whereKeysAre(credential)].join("\n") };
}
