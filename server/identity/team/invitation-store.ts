import { changedOne, type Db, firstRow, Prisma, type Tx } from "../../lib/db";
import { mailboxOf } from "../../mail/mail-address";
import type { Context } from "../rules";
import { inTeam } from "./team-store";

export type InvitationRow = Context & {
  id: string;
  email: string;
  role: string;
  /** The last sender: the current name, and the id. */
  invitedBy: string;
  invitedById: string;
  sentAt: Date;
  sentCount: number;
  expiresAt: Date;
  isExpired: boolean;
};

const FIELDS = Prisma.sql`i.id::text AS id, i.merchant_id::text AS "merchantId", i.partner_id::text AS "partnerId",
  i.email, i.role, u.name AS "invitedBy", i.invited_by::text AS "invitedById", i.sent_at AS "sentAt", i.sent_count AS "sentCount",
  i.expires_at AS "expiresAt", i.expires_at <= app_now() AS "isExpired"`;
const OPEN = Prisma.sql`FROM invitations i JOIN users u ON u.id = i.invited_by
  WHERE i.accepted_at IS NULL AND i.withdrawn_at IS NULL`;

/** The open invitations of a merchant, a partner or the platform, including expired ones; newest first. */
export function findOpenInvitations(db: Db, scope: Context): Promise<InvitationRow[]> {
  return db.$queryRaw<
    InvitationRow[]
  >`SELECT ${FIELDS} ${OPEN} AND ${inTeam("i", scope)} ORDER BY i.sent_at DESC, i.id`;
}

/** An open invitation by its id, locked until the transaction ends. */
export function lockInvitation(tx: Tx, scope: Context, id: string): Promise<InvitationRow | null> {
  return firstRow(tx.$queryRaw<InvitationRow[]>`
    SELECT ${FIELDS} ${OPEN} AND ${inTeam("i", scope)} AND i.id = ${id}::uuid FOR UPDATE OF i`);
}

/** The open invitation whose latest mail carried this token. */
export function findInvitationByToken(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<InvitationRow | null> {
  return firstRow(db.$queryRaw<InvitationRow[]>`SELECT ${FIELDS} ${OPEN} AND i.token_hash = ${tokenHash}`);
}

/** The state of an invitation by the token of its latest mail. Where several apply, the first in this order. */
type InvitationEnd = "used" | "withdrawn" | "over" | "open";

/** Null: no invitation has this token, or a newer mail replaced it. */
export async function findInvitationEnd(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<InvitationEnd | null> {
  const rows = await db.$queryRaw<{ end: InvitationEnd }[]>`
    SELECT CASE WHEN accepted_at IS NOT NULL THEN 'used' WHEN withdrawn_at IS NOT NULL THEN 'withdrawn'
      WHEN expires_at <= app_now() THEN 'over' ELSE 'open' END AS "end"
    FROM invitations WHERE token_hash = ${tokenHash}`;
  return rows[0]?.end ?? null;
}

/** The invitations of this merchant or partner within a day, withdrawn ones included. */
export async function countOfDay(db: Db, scope: Context): Promise<number> {
  const rows = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM invitations i WHERE ${inTeam("i", scope)} AND i.created_at > app_now() - interval '1 day'`;
  return rows[0].count;
}

/**
 * The mails of all teams' invitations to the mailbox of this address within a day, withdrawn invitations included. Locks
 * the mailbox until the transaction ends, so that concurrent invitations count each other. Only an invitation's last mail
 * has a time: of an older invitation all mails but the first count.
 */
export async function countMailsOfDay(tx: Tx, email: string): Promise<number> {
  const mailbox = mailboxOf(email);
  const host = email.slice(email.lastIndexOf("@"));
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`invitations ${mailbox}`}, 0))`;
  const rows = await tx.$queryRaw<{ email: string; mails: number }[]>`
    SELECT email, sum(sent_count - (created_at <= app_now() - interval '1 day')::int)::int AS mails FROM invitations
    WHERE sent_at > app_now() - interval '1 day' AND right(email, length(${host})) = ${host} GROUP BY email`;
  return rows.reduce((sum, row) => (mailboxOf(row.email) === mailbox ? sum + row.mails : sum), 0);
}

/** The addresses of this mailbox that have an invitation which can be accepted, and no disabled user. */
export async function findInvitedAddresses(tx: Tx, mailbox: string): Promise<string[]> {
  const host = mailbox.slice(mailbox.lastIndexOf("@"));
  const rows = await tx.$queryRaw<{ email: string }[]>`
    SELECT DISTINCT i.email FROM invitations i JOIN users u ON u.email = i.email AND u.disabled_at IS NULL
    WHERE i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > app_now()
      AND right(i.email, length(${host})) = ${host}`;
  return rows.map(({ email }) => email).filter((email) => mailboxOf(email) === mailbox);
}

type NewInvitation = Context & {
  id: string;
  email: string;
  role: string;
  tokenHash: Uint8Array<ArrayBuffer>;
  invitedBy: string;
  ttlS: number;
};

/** False: this address already has an open invitation here. */
export function insertInvitation(tx: Tx, row: NewInvitation): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    INSERT INTO invitations (id, merchant_id, partner_id, email, role, token_hash, invited_by, expires_at)
    VALUES (${row.id}::uuid, ${row.merchantId}::uuid, ${row.partnerId}::uuid, ${row.email}, ${row.role}, ${row.tokenHash},
      ${row.invitedBy}::uuid, app_now() + make_interval(secs => ${row.ttlS}::float8))
    ON CONFLICT (merchant_id, partner_id, email) WHERE accepted_at IS NULL AND withdrawn_at IS NULL DO NOTHING`);
}

type Renewal = {
  id: string;
  tokenHash: Uint8Array<ArrayBuffer>;
  /** The user who sends it again; `mayStillInvite` checks this user from now on. */
  invitedBy: string;
  ttlS: number;
  afterS: number;
};

/** Replaces the token and restarts the validity. False: the last mail was sent less than `afterS` seconds ago. */
export function renewInvitation(tx: Tx, { id, tokenHash, invitedBy, ttlS, afterS }: Renewal): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE invitations SET token_hash = ${tokenHash}, invited_by = ${invitedBy}::uuid, sent_at = app_now(), sent_count = sent_count + 1,
      expires_at = app_now() + make_interval(secs => ${ttlS}::float8)
    WHERE id = ${id}::uuid AND sent_at <= app_now() - make_interval(secs => ${afterS}::float8)`);
}

export async function withdrawInvitationRow(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`UPDATE invitations SET withdrawn_at = app_now() WHERE id = ${id}::uuid AND accepted_at IS NULL`;
}

/** Withdraws the open invitations to an address. */
export async function withdrawInvitationsTo(tx: Tx, email: string, scope: Context): Promise<void> {
  await tx.$executeRaw`
    UPDATE invitations i SET withdrawn_at = app_now()
    WHERE i.email = ${email} AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND ${inTeam("i", scope)}`;
}

/** Withdraws a user's open invitations. Returns their number. */
export function withdrawInvitationsOf(tx: Tx, userId: string, scope: Context): Promise<number> {
  return tx.$executeRaw`
    UPDATE invitations i SET withdrawn_at = app_now()
    WHERE i.invited_by = ${userId}::uuid AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND ${inTeam("i", scope)}`;
}

/** Accepts the invitation: succeeds for one caller only, with the invited address, before it expires. */
export function spendInvitation(
  tx: Tx,
  { tokenHash, email }: { tokenHash: Uint8Array<ArrayBuffer>; email: string },
): Promise<(Context & { id: string; role: string; invitedBy: string }) | null> {
  return firstRow(tx.$queryRaw`
    UPDATE invitations SET accepted_at = app_now()
    WHERE token_hash = ${tokenHash} AND email = ${email} AND accepted_at IS NULL AND withdrawn_at IS NULL
      AND expires_at > app_now()
    RETURNING id::text AS id, role, merchant_id::text AS "merchantId", partner_id::text AS "partnerId",
      invited_by::text AS "invitedBy"`);
}
