import { type Db, firstRow, type Tx } from "../../lib/db";
import { storedMailAddresses } from "../../mail/mail-address";
import type { Context, Role } from "../rules";

export type SignedInUser = { id: string; email: string; name: string; memberships: Role[] };

/** In the order of creation. */
const ROLES = { select: { merchantId: true, partnerId: true, role: true }, orderBy: { id: "asc" } } as const;
export const USER = { id: true, email: true, name: true, memberships: ROLES } as const;

/**
 * The stored address of the user, active or disabled, that a typed text matches, or the normalised address where no
 * user has it; null: not an address. Unknown addresses are accepted as leniently as stored ones: a refusal would reveal
 * that the address has no account.
 */
export async function findAddress(db: Db, typed: string): Promise<string | null> {
  const forms = storedMailAddresses(typed);
  const rows = await db.$queryRaw<Array<{ email: string }>>`
    SELECT email FROM users WHERE email = ANY(${forms}::text[]) ORDER BY array_position(${forms}::text[], email) LIMIT 1`;
  return rows[0]?.email ?? forms.at(-1) ?? null;
}

/** Whether the address is of an active user who has a role. */
export async function isActiveMember(db: Db, email: string): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ is: boolean }]>`
    SELECT EXISTS (SELECT FROM users u JOIN memberships m ON m.user_id = u.id
      WHERE u.email = ${email} AND u.disabled_at IS NULL) AS "is"`;
  return row.is;
}

/** The active user of that address. */
export function findActiveUser(db: Db, email: string): Promise<SignedInUser | null> {
  return db.user.findFirst({ where: { email, disabledAt: null }, select: USER });
}

/**
 * The same, with the user locked until the transaction ends. A concurrent call that disables the user or removes a role
 * commits first and is seen here, or runs later and ends what this transaction begins. Lock order: the user before any
 * token.
 */
export async function lockActiveUser(tx: Tx, email: string): Promise<SignedInUser | null> {
  await tx.$queryRaw`SELECT id FROM users WHERE email = ${email} FOR SHARE`;
  return findActiveUser(tx, email);
}

/** The same by id, for users whose first factor was verified earlier. */
export async function lockActiveUserById(tx: Tx, id: string): Promise<SignedInUser | null> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR SHARE`;
  return findUserById(tx, id);
}

/** Locks the user against concurrent sign-ins until the transaction ends. */
export async function lockUserRow(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`;
}

/** The active user of that id. */
export function findUserById(db: Db, id: string): Promise<SignedInUser | null> {
  return db.user.findFirst({ where: { id, disabledAt: null }, select: USER });
}

/** A user's current roles, in the order of creation. */
export function listRoles(db: Db, userId: string): Promise<Role[]> {
  return db.membership.findMany({ where: { userId }, ...ROLES });
}

/** The addresses of up to `limit` active users who hold one of these roles there, oldest users first. */
export async function findPeople(db: Db, scope: Context, roles: readonly string[], limit: number): Promise<string[]> {
  const rows = await db.user.findMany({
    where: { disabledAt: null, memberships: { some: { ...scope, role: { in: [...roles] } } } },
    select: { email: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(({ email }) => email);
}

/**
 * Deletes up to `limit` expired rows of each kind: sessions, challenges, first factors, guesses. Returns their number.
 */
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
      DELETE FROM two_factor_attempts
      WHERE id IN (SELECT id FROM two_factor_attempts WHERE at < app_now() - interval '1 day' LIMIT ${limit})
      RETURNING 1
    ), devices AS (
      DELETE FROM known_devices
      WHERE id IN (
        SELECT id FROM known_devices WHERE last_seen_at < app_now() - interval '400 days' LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING 1
    )
    SELECT 1 FROM sessions UNION ALL SELECT 1 FROM challenges UNION ALL SELECT 1 FROM pending UNION ALL SELECT 1 FROM spent
    UNION ALL SELECT 1 FROM tries UNION ALL SELECT 1 FROM devices`;
}

type LockedUser = { userId: string; disabled: boolean };

/**
 * Locks the user of that address, active or not. It is a separate statement, so that the next ones see what was begun
 * while this one waited.
 */
export function lockUser(tx: Tx, email: string): Promise<LockedUser | null> {
  return firstRow(tx.$queryRaw<LockedUser[]>`
    SELECT id::text AS "userId", disabled_at IS NOT NULL AS disabled FROM users WHERE email = ${email} FOR UPDATE`);
}

/**
 * Disables a locked user and ends sessions and tokens; or enables one, who must sign in again.
 */
export async function switchUserRow(tx: Tx, id: string, to: "disabled" | "enabled"): Promise<void> {
  if (to === "enabled") {
    await tx.user.update({ where: { id }, data: { disabledAt: null }, select: { id: true } });
    return;
  }
  await tx.$executeRaw`
    WITH sessions AS (DELETE FROM user_sessions WHERE user_id = ${id}::uuid),
    families AS (UPDATE token_families SET revoked_at = app_now() WHERE user_id = ${id}::uuid AND revoked_at IS NULL)
    UPDATE users SET disabled_at = app_now() WHERE id = ${id}::uuid AND disabled_at IS NULL`;
}
