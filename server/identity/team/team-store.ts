import { changedOne, type Db, Prisma, type Tx } from "../../lib/db";
import { hasConfirmedApp, hasPasskey } from "../mfa/two-factor-store";
import type { Context } from "../rules";

/** `twoFactor`: an authenticator app or a passkey is set up. `hasApp`: an app, which API tokens need under the policy. */
export type MemberRow = {
  userId: string;
  name: string;
  email: string;
  role: string;
  disabled: boolean;
  twoFactor: boolean;
  hasApp: boolean;
};

/**
 * Locks the team until the transaction ends, so that changes run one after another: two owners can't remove each other.
 * In lower case, because a command accepts an id in any.
 */
export async function lockTeam(tx: Tx, { merchantId, partnerId }: Context): Promise<void> {
  const name = `team ${merchantId ?? partnerId ?? "platform"}`.toLowerCase();
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/**
 * SQL condition: row `m`, or `i`, is of exactly this merchant, partner or platform. Not IS NOT DISTINCT FROM, which no index
 * serves: it read the rows of all teams.
 */
export function inTeam(alias: "m" | "i", { merchantId, partnerId }: Context): Prisma.Sql {
  const is = (column: string, id: string | null) =>
    id === null
      ? Prisma.raw(`${alias}.${column} IS NULL`)
      : Prisma.sql`${Prisma.raw(`${alias}.${column}`)} = ${id}::uuid`;
  return Prisma.sql`${is("merchant_id", merchantId)} AND ${is("partner_id", partnerId)}`;
}

/** The users with a role at exactly this merchant, partner or platform; by role, then by name. */
export function findMembers(db: Db, context: Context): Promise<MemberRow[]> {
  return db.$queryRaw<MemberRow[]>(membersSql(context));
}

export function membersSql(context: Context): Prisma.Sql {
  return Prisma.sql`
    SELECT u.id::text AS "userId", u.name, u.email, m.role, u.disabled_at IS NOT NULL AS disabled,
      (app.present OR ${hasPasskey(Prisma.sql`u.id`)}) AS "twoFactor", app.present AS "hasApp"
    FROM memberships m JOIN users u ON u.id = m.user_id
      CROSS JOIN LATERAL (SELECT ${hasConfirmedApp(Prisma.sql`u.id`)} AS present) AS app
    WHERE ${inTeam("m", context)}
    ORDER BY array_position(ARRAY['owner', 'admin', 'developer', 'finance', 'viewer'], m.role), lower(u.name), u.id`;
}

/**
 * A user's current roles for a merchant or partner: its own, its partner's and the platform's. None for a disabled
 * user.
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

export async function deleteMember(tx: Tx, userId: string, { merchantId, partnerId }: Context): Promise<void> {
  await tx.membership.deleteMany({ where: { userId, merchantId, partnerId } });
}

type NewMember = { id: string; userId: string; role: string } & Context;

/** Adds a member, or changes the role of one. Tokens of this role have the new permissions within half a second. */
export async function putMember(tx: Tx, row: NewMember): Promise<void> {
  const { userId, merchantId, partnerId, role } = row;
  if (await insertMember(tx, row)) return;
  await tx.membership.updateMany({ where: { userId, merchantId, partnerId }, data: { role } });
}

/** Adds a member. A user who is already one keeps their role. True: the member was added. */
export function insertMember(tx: Tx, row: NewMember): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    INSERT INTO memberships (id, user_id, merchant_id, partner_id, role)
    VALUES (${row.id}::uuid, ${row.userId}::uuid, ${row.merchantId}::uuid, ${row.partnerId}::uuid, ${row.role})
    ON CONFLICT (user_id, merchant_id, partner_id) DO NOTHING`);
}

/** The user of this address, created without a role if there is none: only known addresses can sign in. */
export async function ensureUser(tx: Tx, row: { id: string; email: string; name: string }): Promise<void> {
  await tx.user.upsert({ where: { email: row.email }, create: row, update: {}, select: { id: true } });
}

/** A user's name. */
export async function nameOf(db: Db, userId: string): Promise<string> {
  const { name } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } });
  return name;
}

/** Stores the name that the user entered. */
export async function updateName(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { name }, select: { id: true } });
}
