import { type Db, onlyRow, Prisma, type Tx } from "../../../lib/db";

/** Advisory locks, in this order: mails of a merchant, and to an address, are counted by one transaction at a time. */
const MERCHANT_LOCK = 7_311;
const RECIPIENT_LOCK = 7_312;

/** Locks the count of mails of this merchant, and to this address, until the transaction ends. */
export async function lockMails(tx: Tx, of: { merchantId: string; recipient: string }): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${MERCHANT_LOCK}, hashtext(${of.merchantId}))::text`;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${RECIPIENT_LOCK}, hashtext(${of.recipient}))::text`;
}

type MailCounts = { ofLink: number; ofMerchant: number; toRecipient: number };

/** The number of mails: of the link in all; of its merchant, and to the address from any merchant, within `withinS`. */
export function countMails(
  tx: Tx,
  of: { linkId: string; merchantId: string; recipientHashes: readonly Uint8Array<ArrayBuffer>[]; withinS: number },
): Promise<MailCounts> {
  const lately = Prisma.sql`created_at > app_now() - make_interval(secs => ${of.withinS}::float8)`;
  const hashes = Prisma.join([...of.recipientHashes]);
  return onlyRow(tx.$queryRaw`
    SELECT (SELECT count(*)::int FROM payment_link_mails WHERE payment_link_id = ${of.linkId}::uuid) AS "ofLink",
      (SELECT count(*)::int FROM payment_link_mails WHERE merchant_id = ${of.merchantId}::uuid AND ${lately}) AS "ofMerchant",
      (SELECT count(*)::int FROM payment_link_mails WHERE recipient_hash IN (${hashes}) AND ${lately}) AS "toRecipient"`);
}

/**
 * Erases the masked address, whose domain may name the person, from the mails of a merchant's links, test or live, to
 * addresses with these hashes. Returns the ids of the mails.
 */
export async function eraseRecipient(
  tx: Tx,
  of: { merchantId: string; test: boolean; recipientHashes: readonly Uint8Array<ArrayBuffer>[] },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ mailId: string }[]>`
    UPDATE payment_link_mails m SET recipient_masked = '•••' FROM payment_links l
    WHERE l.id = m.payment_link_id AND m.recipient_hash IN (${Prisma.join([...of.recipientHashes])})
      AND m.merchant_id = ${of.merchantId}::uuid AND l.test = ${of.test}
    RETURNING m.mail_id::text AS "mailId"`;
  return rows.map(({ mailId }) => mailId);
}

type NewLinkMail = {
  id: string;
  paymentLinkId: string;
  merchantId: string;
  mailId: string;
  recipientMasked: string;
  recipientHash: Uint8Array<ArrayBuffer>;
  sentById: string | null;
};

export async function insertLinkMail(tx: Tx, row: NewLinkMail): Promise<void> {
  await tx.paymentLinkMail.create({ data: row, select: { id: true } });
}

type LinkMailRow = { id: string; mailId: string; recipientMasked: string; createdAt: Date };

/** The mails of a link, newest first. */
export function findMailsOfLink(db: Db, linkId: string): Promise<LinkMailRow[]> {
  return db.paymentLinkMail.findMany({
    where: { paymentLinkId: linkId },
    select: { id: true, mailId: true, recipientMasked: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}
