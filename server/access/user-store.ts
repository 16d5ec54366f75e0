import type { Db, Tx } from "../lib/db";
import { storedMailAddresses } from "../mail/mail-address";
import type { Context, Role } from "./rules";

export type SignedInUser = { id: string; email: string; name: string; memberships: Role[] };

/** In the order in which they were given. */
const ROLES = { select: { merchantId: true, partnerId: true, role: true }, orderBy: { id: "asc" } } as const;
export const USER = { id: true, email: true, name: true, memberships: ROLES } as const;

/**
 * The stored address of the user, disabled or not, whom a text means, or the one form of an address that no user has; null:
 * it is no address. One that no user has is taken as widely as a stored one: a refusal would say that it has no account.
 */
export async function findAddress(db: Db, typed: string): Promise<string | null> {
  const forms = storedMailAddresses(typed);
  const rows = await db.$queryRaw<Array<{ email: string }>>`
    SELECT email FROM users WHERE email = ANY(${forms}::text[]) ORDER BY array_position(${forms}::text[], email) LIMIT 1`;
  return rows[0]?.email ?? forms.at(-1) ?? null;
}

/** The user of that address, unless disabled. */
export function findActiveUser(db: Db, email: string): Promise<SignedInUser | null> {
  return db.user.findFirst({ where: { email, disabledAt: null }, select: USER });
}

/**
 * The same, held until the transaction ends: whoever disables this user or takes a role of theirs away comes before, and is
 * seen here, or after, and ends what is begun here. The user is locked before any token.
 */
export async function lockActiveUser(tx: Tx, email: string): Promise<SignedInUser | null> {
  await tx.$queryRaw`SELECT id FROM users WHERE email = ${email} FOR SHARE`;
  return findActiveUser(tx, email);
}

/** The same by id, for those whose first step was passed before. */
export async function lockActiveUserById(tx: Tx, id: string): Promise<SignedInUser | null> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR SHARE`;
  return findUserById(tx, id);
}

/** Holds a user against all who begin something for them, until the transaction ends. */
export async function holdUser(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`;
}

/** The user of that id, unless disabled. */
export function findUserById(db: Db, id: string): Promise<SignedInUser | null> {
  return db.user.findFirst({ where: { id, disabledAt: null }, select: USER });
}

/** The roles that a user holds now, in the order in which they were given. */
export function listRoles(db: Db, userId: string): Promise<Role[]> {
  return db.membership.findMany({ where: { userId }, ...ROLES });
}

/** The addresses of up to `limit` users, none of them disabled, who hold one of these roles there, oldest users first. */
export async function findPeople(db: Db, place: Context, roles: readonly string[], limit: number): Promise<string[]> {
  const rows = await db.user.findMany({
    where: { disabledAt: null, memberships: { some: { ...place, role: { in: [...roles] } } } },
    select: { email: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(({ email }) => email);
}

/** Deletes up to `limit` rows of each kind that are over: sessions, challenges, first steps, guesses. Returns how many. */
export async function deleteExpiredSignInRows(db: Db, limit: number): Promise<number> {
  return db.$executeRaw`
    WITH sessions AS (
      DELETE FROM user_sessions WHERE id IN (SELECT id FROM user_sessions WHERE expires_at < app_now() LIMIT ${limit})
      RETURNING 1
    ), challenges AS (
      DELETE FROM sign_in_challenges
      WHERE id IN (SELECT id FROM sign_in_challenges WHERE expires_at < app_now() - interval '1 day' LIMIT ${limit})
      RETURNING 1
    ), pending AS (
      DELETE FROM pending_sign_ins WHERE id IN (SELECT id FROM pending_sign_ins WHERE expires_at < app_now() LIMIT ${limit})
      RETURNING 1
    ), spent AS (
      DELETE FROM spent_passkey_challenges
      WHERE hash IN (SELECT hash FROM spent_passkey_challenges WHERE expires_at < app_now() LIMIT ${limit})
      RETURNING 1
    ), tries AS (
      DELETE FROM second_step_tries
      WHERE id IN (SELECT id FROM second_step_tries WHERE at < app_now() - interval '1 day' LIMIT ${limit})
      RETURNING 1
    ), devices AS (
      DELETE FROM known_devices
      WHERE id IN (SELECT id FROM known_devices WHERE last_seen_at < app_now() - interval '400 days' LIMIT ${limit})
      RETURNING 1
    )
    SELECT 1 FROM sessions UNION ALL SELECT 1 FROM challenges UNION ALL SELECT 1 FROM pending UNION ALL SELECT 1 FROM spent
    UNION ALL SELECT 1 FROM tries UNION ALL SELECT 1 FROM devices`;
}

type NewRole = {
  userId: string;
  membershipId: string;
  email: string;
  name: string;
  role: string;
  merchantId: string | null;
  partnerId: string | null;
};

/** The user of that address, made if there is none, with one more role, or with that role changed. */
export async function upsertUserWithRole(tx: Tx, row: NewRole): Promise<{ id: string; changed: boolean }> {
  const { id } = await tx.user.upsert({
    where: { email: row.email },
    create: { id: row.userId, email: row.email, name: row.name },
    update: {},
    select: { id: true },
  });
  const scope = { userId: id, merchantId: row.merchantId, partnerId: row.partnerId };
  const held = await tx.membership.findFirst({ where: scope, select: { id: true, role: true } });
  if (held?.role === row.role) return { id, changed: false };
  if (held) await tx.membership.update({ where: { id: held.id }, data: { role: row.role }, select: { id: true } });
  else await tx.membership.create({ data: { ...scope, id: row.membershipId, role: row.role }, select: { id: true } });
  return { id, changed: true };
}

type LockedUser = { id: string; disabled: boolean };

/**
 * Locks the user of that address, whatever they are allowed. A statement of its own: the ones after it see what was begun
 * while this one waited.
 */
async function lockUser(tx: Tx, email: string): Promise<LockedUser | null> {
  const rows = await tx.$queryRaw<LockedUser[]>`
    SELECT id, disabled_at IS NOT NULL AS disabled FROM users WHERE email = ${email} FOR UPDATE`;
  return rows[0] ?? null;
}

/** Disables the user of that address and ends what they have begun: enabled again, they begin anew. Null: no such user. */
export async function disableUserRow(tx: Tx, email: string): Promise<{ id: string; changed: boolean } | null> {
  const user = await lockUser(tx, email);
  if (!user) return null;
  await tx.$executeRaw`
    WITH sessions AS (DELETE FROM user_sessions WHERE user_id = ${user.id}::uuid),
    families AS (UPDATE token_families SET revoked_at = app_now() WHERE user_id = ${user.id}::uuid AND revoked_at IS NULL)
    UPDATE users SET disabled_at = app_now() WHERE id = ${user.id}::uuid AND disabled_at IS NULL`;
  return { id: user.id, changed: !user.disabled };
}

/** Lets a disabled user in again. Null: no such user. */
export async function enableUserRow(tx: Tx, email: string): Promise<{ id: string; changed: boolean } | null> {
  const user = await lockUser(tx, email);
  if (!user) return null;
  await tx.user.update({ where: { id: user.id }, data: { disabledAt: null }, select: { id: true } });
  return { id: user.id, changed: user.disabled };
}

/** The role that the user of that address holds in one place, locked until the transaction ends; null for none. */
export async function lockHeldRole(tx: Tx, email: string, { merchantId, partnerId }: Context): Promise<string | null> {
  const rows = await tx.$queryRaw<{ role: string }[]>`
    SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE u.email = ${email} AND m.merchant_id IS NOT DISTINCT FROM ${merchantId}::uuid
      AND m.partner_id IS NOT DISTINCT FROM ${partnerId}::uuid
    FOR UPDATE`;
  return rows[0]?.role ?? null;
}

/** Takes a user's role in one place away, the user locked until the transaction ends. Null: they hold none there. */
export async function deleteRole(
  tx: Tx,
  email: string,
  { merchantId, partnerId }: Context,
): Promise<{ userId: string; role: string } | null> {
  const user = await lockUser(tx, email);
  if (!user) return null;
  const where = { userId: user.id, merchantId, partnerId };
  const held = await tx.membership.findFirst({ where, select: { id: true, role: true } });
  if (!held) return null;
  await tx.membership.delete({ where: { id: held.id }, select: { id: true } });
  return { userId: user.id, role: held.role };
}
