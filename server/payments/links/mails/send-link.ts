import { recordAudit } from "../../../audit/record-audit";
import { type Ctx, noteSubject } from "../../../lib/context";
import { keyedHashes } from "../../../lib/crypto";
import { inTransaction, type Tx } from "../../../lib/db";
import { AppError, invalidField } from "../../../lib/errors";
import { isUuid, newId } from "../../../lib/ids";
import { mailboxOf, normaliseMailAddress } from "../../../mail/mail-address";
import { queueMail } from "../../../mail/send-mail";
import { resolveMerchant } from "../../../merchants/resolve-merchant";
import { refuseSuspended } from "../../attempts/payee";
import { urlOfLink } from "../link-url";
import { linkStatus } from "../rules";
import { lockLinkInScope } from "../store";
import { linkMail } from "./link-mail";
import { countMails, eraseRecipient, insertLinkMail, lockMails } from "./mail-store";

/** Enough for a customer who lost a mail; not for a mailing list. */
export const MAX_MAILS_PER_LINK = 5;
/** Enough for manual work in a day; too few for mass mail. */
export const MAX_MAILS_PER_MERCHANT = 100;
/** Protects a mailbox, whichever merchants send to it. */
export const MAX_MAILS_PER_RECIPIENT = 5;
const WINDOW_S = 24 * 60 * 60;
const RECIPIENT_PURPOSE = "payment-link-recipient";

/**
 * Mails an active link to one customer. The mail is queued, counted and audited in one transaction. Its text is fixed
 * (link-mail-texts.ts). Of the recipient's address only a mask and a keyed hash are stored with the link; the mail has it
 * until it is deleted (`mail/jobs.ts`).
 * @throws AppError MERCHANT_NOT_FOUND, PAYMENT_LINK_NOT_FOUND, PAYMENT_LINK_NOT_ACTIVE, VALIDATION_ERROR on `recipient`,
 * FORBIDDEN_CREATE for a live link of a suspended merchant, TOO_MANY_REQUESTS
 */
export async function sendLink(
  ctx: Ctx,
  input: { id: string; merchantId: string; recipient: string },
): Promise<{ recipient: string }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const recipient = normaliseMailAddress(input.recipient);
  if (!recipient) throw invalidField("recipient", "Enter an e-mail address, e.g. customer@example.com");
  if (!isUuid(input.id)) throw new AppError("PAYMENT_LINK_NOT_FOUND");
  noteSubject(ctx, { paymentLinkId: input.id });
  const scope = { merchantId: merchant.id, testOnly: ctx.caller.testOnly };
  const recipientMasked = maskEmail(recipient);
  const mailbox = mailboxOf(recipient);
  const recipientHashes = keyedHashes(mailbox, RECIPIENT_PURPOSE);
  await inTransaction(ctx, async (tx) => {
    const link = await lockLinkInScope(tx, scope, input.id);
    if (!link) throw new AppError("PAYMENT_LINK_NOT_FOUND");
    const status = linkStatus(link, link.dbNow);
    if (status !== "active") {
      const message = `This link is ${status} and can no longer be paid, so it was not sent.`;
      throw new AppError("PAYMENT_LINK_NOT_ACTIVE", { message, metadata: { link_status: status } });
    }
    refuseSuspended(merchant, link);
    await lockMails(tx, { merchantId: merchant.id, recipient: mailbox });
    const of = { linkId: link.id, merchantId: merchant.id, recipientHashes, withinS: WINDOW_S };
    refuseTooMany(await countMails(tx, of));
    const { amount, currency, paymentReference, locale, test, expiresAt } = link;
    const about = { amount: Number(amount), currency, paymentReference, locale, test, expiresAt };
    const mail = linkMail({ ...about, merchant: merchant.brandName, url: urlOfLink(link) });
    const mailId = await queueMail(tx, { recipient, ...mail });
    await insertLinkMail(tx, {
      id: newId(),
      paymentLinkId: link.id,
      merchantId: merchant.id,
      mailId,
      recipientMasked,
      recipientHash: recipientHashes[0],
      sentById: ctx.caller.actor.id,
    });
    const fact = { action: "payment_link.mailed", merchantId: merchant.id, subjectId: link.id };
    await recordAudit(tx, ctx, { ...fact, detail: { recipient: recipientMasked, test } });
  });
  return { recipient: recipientMasked };
}

/**
 * Erases the masked addresses of the customers of these payments from the mails of links that the same merchant sent them
 * in the same mode. Returns the ids of the mails, which have the whole address.
 */
export async function eraseLinkRecipients(
  tx: Tx,
  payments: readonly { merchantId: string; test: boolean; email: string | null }[],
): Promise<string[]> {
  const found = new Set<string>();
  const asked = new Set<string>();
  for (const { merchantId, test, email } of payments) {
    const recipient = email === null ? null : normaliseMailAddress(email);
    const key = `${merchantId} ${test} ${recipient}`;
    if (recipient === null || asked.has(key)) continue;
    asked.add(key);
    const recipientHashes = keyedHashes(mailboxOf(recipient), RECIPIENT_PURPOSE);
    for (const id of await eraseRecipient(tx, { merchantId, test, recipientHashes })) found.add(id);
  }
  return [...found];
}

function refuseTooMany({ ofLink, ofMerchant, toRecipient }: Awaited<ReturnType<typeof countMails>>): void {
  const refuse = (message: string) => new AppError("TOO_MANY_REQUESTS", { message });
  if (ofLink >= MAX_MAILS_PER_LINK) {
    throw refuse(`This link has been e-mailed ${MAX_MAILS_PER_LINK} times, which is the limit. Copy the link instead.`);
  }
  if (toRecipient >= MAX_MAILS_PER_RECIPIENT) {
    throw refuse("This address has received several links today. Try again tomorrow, or copy the link instead.");
  }
  if (ofMerchant >= MAX_MAILS_PER_MERCHANT) {
    throw refuse(
      `${MAX_MAILS_PER_MERCHANT} links have been e-mailed within 24 hours, which is the limit. Copy the link instead.`,
    );
  }
}

/** `jane.doe@example.com` → `j•••@example.com`: enough to recognise it, not enough to write to it. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}•••${email.slice(at)}`;
}
