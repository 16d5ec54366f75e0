import { type Db, Prisma, type Tx } from "../../lib/db";
import type { Context } from "../rules";
import { hasConfirmedApp } from "../two-factor-store";

/** `twoFactor`: an authenticator app or a passkey is set up. */
export type MemberRow = {
  userId: string;
  name: string;
  email: string;
  role: string;
  disabled: boolean;
  twoFactor: boolean;
};

/** Puts all who change this team in line, until the transaction ends: two owners cannot end one another. */
export async function lockTeam(tx: Tx, { merchantId, partnerId }: Context): Promise<void> {
  const place = `team ${merchantId ?? partnerId ?? "platform"}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${place}, 0))`;
}

/** The people who hold a role in this very place; by what they may do, then by name. */
export function findMembers(db: Db, { merchantId, partnerId }: Context): Promise<MemberRow[]> {
  return db.$queryRaw<MemberRow[]>`
    SELECT u.id::text AS "userId", u.name, u.email, m.role, u.disabled_at IS NOT NULL AS disabled,
      (${hasConfirmedApp(Prisma.sql`u.id`)} OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)) AS "twoFactor"
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.merchant_id IS NOT DISTINCT FROM ${merchantId}::uuid AND m.partner_id IS NOT DISTINCT FROM ${partnerId}::uuid
    ORDER BY array_position(ARRAY['owner', 'admin', 'developer', 'finance', 'viewer'], m.role), lower(u.name), u.id`;
}

/**
 * The roles by which a user reaches a place as things stand now: its own, its partner's, the platform's. A user who is
 * disabled reaches nothing.
 */
export async function findRolesReaching(db: Db, userId: string, { merchantId, partnerId }: Context): Promise<string[]> {
  const rows = await db.$queryRaw<{ role: string }[]>`
    SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
    WHERE m.user_id = ${userId}::uuid AND (
      (m.merchant_id IS NULL AND m.partner_id IS NULL)
      OR m.merchant_id = ${merchantId}::uuid
      OR m.partner_id = ${partnerId}::uuid
      OR m.partner_id = (SELECT partner_id FROM merchants WHERE id = ${merchantId}::uuid))`;
  return rows.map(({ role }) => role);
}

/** Changes the role of a member. A token that acts in it does what the new one may, within half a second. */
export async function updateMemberRole(tx: Tx, userId: string, place: Context, role: string): Promise<void> {
  const { merchantId, partnerId } = place;
  await tx.membership.updateMany({ where: { userId, merchantId, partnerId }, data: { role } });
}

export async function deleteMember(tx: Tx, userId: string, { merchantId, partnerId }: Context): Promise<void> {
  await tx.membership.deleteMany({ where: { userId, merchantId, partnerId } });
}

/** Makes a user a member, unless they are one already: then the role that they hold stays. True: they were made one. */
export async function insertMember(
  tx: Tx,
  row: { id: string; userId: string; role: string } & Context,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO memberships (id, user_id, merchant_id, partner_id, role)
    VALUES (${row.id}::uuid, ${row.userId}::uuid, ${row.merchantId}::uuid, ${row.partnerId}::uuid, ${row.role})
    ON CONFLICT (user_id, merchant_id, partner_id) DO NOTHING`;
  return count === 1;
}

/** The user of that address, made if there is none: only who is known can sign in. Without a role they may do nothing. */
export async function ensureUser(tx: Tx, row: { id: string; email: string; name: string }): Promise<void> {
  await tx.user.upsert({ where: { email: row.email }, create: row, update: {}, select: { id: true } });
}

/** What a user is called. */
export async function nameOf(db: Db, userId: string): Promise<string> {
  const { name } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } });
  return name;
}

/** A name that the user says is theirs. */
export async function updateName(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { name }, select: { id: true } });
}
