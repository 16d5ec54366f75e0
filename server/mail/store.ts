import { claimDue, endLease, type Lease, wake } from "../jobs/leased-rows";
import { now } from "../lib/clock";
import { type Db, firstRow, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { storable } from "../lib/storable";

/** `priority`: a person waits for it, and it is of no use after some minutes: a sign-in code. */
export type NewMail = { recipient: string; subject: string; text: string; priority?: boolean };
export type MailRow = NewMail & { id: string; createdAt: Date };

const FIELDS = { id: true, recipient: true, subject: true, text: true, createdAt: true } as const;

/** Domains under it have no mail (RFC 2606). The visitors of a demo have addresses there. */
const NO_MAIL = ".invalid";

/** Returns the id of the mail. One that cannot arrive has failed at once, and its text is not kept. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<string> {
  const failed = mail.recipient.endsWith(NO_MAIL) ? { failedAt: now(), text: "" } : {};
  const { id } = await tx.mail.create({ data: { id: newId(), ...mail, ...failed }, select: { id: true } });
  wake(tx, "mails");
  return id;
}

export type MailEnd = { id: string; sentAt: Date | null; failedAt: Date | null };

/** Results of these mails; none for a pending one. */
export function findMailEnds(db: Db, ids: readonly string[]): Promise<MailEnd[]> {
  return db.mail.findMany({ where: { id: { in: [...ids] } }, select: { id: true, sentAt: true, failedAt: true } });
}

export async function deleteMails(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.mail.deleteMany({ where: { id: { in: [...ids] } } });
}

/** Deletes mails that were sent or failed more than this many days ago. */
export function deleteEndedMails(
  db: Db,
  { olderThanD, limit }: { olderThanD: number; limit: number },
): Promise<number> {
  const before = Prisma.sql`app_now() - make_interval(days => ${olderThanD}::int)`;
  return db.$executeRaw`
    DELETE FROM mails WHERE id IN (
      (SELECT id FROM mails WHERE sent_at <= ${before} LIMIT ${limit})
      UNION ALL (SELECT id FROM mails WHERE failed_at <= ${before} LIMIT ${limit}))`;
}

export function claimMails(
  db: Db,
  { priority, ...claim }: { priority: boolean; limit: number; leaseS: number },
): Promise<Lease[]> {
  const ofKind = priority ? Prisma.sql`priority` : Prisma.sql`NOT priority`;
  const open = Prisma.sql`sent_at IS NULL AND failed_at IS NULL AND ${ofKind}`;
  return claimDue(db, { table: "mails", open, ...claim });
}

/** The mail, unless the lease has ended: a worker that was stopped meanwhile sends nothing that another one has sent. */
export function findMail(db: Db, lease: Lease): Promise<(Required<NewMail> & { id: string; tries: number }) | null> {
  return firstRow(db.$queryRaw`
    SELECT id::text, recipient, subject, text, priority, tries FROM mails
    WHERE id = ${lease.id}::uuid AND lease_until = ${lease.until}::timestamptz AND lease_until > app_now()`);
}

export function listMails(db: Db, limit: number): Promise<MailRow[]> {
  return db.mail.findMany({ select: FIELDS, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: limit });
}

/** The text is deleted after sending, because a mail can hold a code. */
export async function markMailSent(tx: Tx, lease: Lease): Promise<void> {
  if (!(await endLease(tx, "mails", lease))) return;
  await tx.$executeRaw`
    UPDATE mails SET sent_at = app_now(), text = '', tries = tries + 1, error = NULL WHERE id = ${lease.id}::uuid`;
}

/** `dueInS` undefined: the last attempt failed. */
export async function markMailNotSent(tx: Tx, lease: Lease, error: string, dueInS: number | undefined): Promise<void> {
  if (!(await endLease(tx, "mails", lease, dueInS))) return;
  const givenUp = dueInS === undefined;
  await tx.$executeRaw`
    UPDATE mails SET tries = tries + 1, error = ${storable(error)},
      failed_at = CASE WHEN ${givenUp} THEN app_now() END, text = CASE WHEN ${givenUp} THEN '' ELSE text END
    WHERE id = ${lease.id}::uuid`;
}

export type FailedMail = {
  id: string;
  recipient: string;
  subject: string;
  createdAt: Date;
  failedAt: Date;
  tries: number;
  error: string | null;
};

/** Without the mails that cannot arrive (`NO_MAIL`): none was attempted. */
const LAST_ATTEMPT_FAILED = Prisma.sql`failed_at IS NOT NULL AND tries > 0`;

/** Mails whose last attempt failed, newest first; their texts are deleted. */
export function findFailedMails(db: Db, limit: number): Promise<FailedMail[]> {
  return db.$queryRaw`
    SELECT id::text, recipient, subject, created_at AS "createdAt", failed_at AS "failedAt", tries, error
    FROM mails WHERE ${LAST_ATTEMPT_FAILED} ORDER BY failed_at DESC, id LIMIT ${limit}`;
}

/** The number of mails whose last attempt failed within that many hours. */
export async function countFailedMails(db: Db, withinH: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM mails
    WHERE ${LAST_ATTEMPT_FAILED} AND failed_at > app_now() - make_interval(hours => ${withinH}::int)`;
  return row?.count ?? 0;
}
