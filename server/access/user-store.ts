import { type Db, Prisma, type Tx } from "../lib/db";
import { storedMailAddresses } from "../mail/mail-address";
import type { Context, Role } from "./rules";
import type { Purpose } from "./sign-in-rules";

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

/** Puts those who ask for a code under the same name in line, until the transaction ends. */
export async function lockCodesOf(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in ${name}`}, 0))`;
}

/** So many codes for an account: of one requester, or of all whose names begin so; or so many of a site, for any accounts. */
export type CodeLimit = { max: number } & ({ email: string; requester: string; andLonger: boolean } | { site: string });

/**
 * How many seconds to wait before the next code within this limit of the window; 0: none. It waits until the oldest of the last `max`
 * codes leaves the window. A code that was used counts for nothing.
 */
export async function waitForCode(tx: Tx, { max, ...of }: CodeLimit, windowS: number): Promise<number> {
  const counted =
    "site" in of
      ? Prisma.sql`requester_site = ${of.site}`
      : Prisma.sql`email = ${of.email}
          AND (requester = ${of.requester} OR (${of.andLonger} AND starts_with(requester, ${of.requester})))`;
  const rows = await tx.$queryRaw<Array<{ waitS: number }>>`
    SELECT ceil(extract(epoch FROM created_at + make_interval(secs => ${windowS}::float8) - app_now()))::int AS "waitS"
    FROM sign_in_challenges
    WHERE ${counted} AND used_at IS NULL
      AND created_at > app_now() - make_interval(secs => ${windowS}::float8)
    ORDER BY created_at DESC OFFSET ${max - 1} LIMIT 1`;
  return rows[0]?.waitS ?? 0;
}

type NewChallenge = {
  id: string;
  email: string;
  purpose: Purpose;
  codeHash: Uint8Array<ArrayBuffer>;
  requester: string;
  site: string | null;
  ttlS: number;
};

export async function insertChallenge(tx: Tx, row: NewChallenge): Promise<{ expiresAt: Date }> {
  const rows = await tx.$queryRaw<Array<{ expiresAt: Date }>>`
    INSERT INTO sign_in_challenges (id, email, purpose, code_hash, requester, requester_site, expires_at)
    VALUES (${row.id}::uuid, ${row.email}, ${row.purpose}, ${row.codeHash}, ${row.requester}, ${row.site},
      app_now() + make_interval(secs => ${row.ttlS}::float8))
    RETURNING expires_at AS "expiresAt"`;
  return rows[0] as { expiresAt: Date };
}

/** Does the work, and takes it back unless it is to be kept: both cost the same, so that nobody learns which it was. */
export async function keepOnlyIf(keep: boolean, tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await tx.$executeRaw`SAVEPOINT kept`;
  await work();
  if (!keep) await tx.$executeRaw`ROLLBACK TO SAVEPOINT kept`;
  await tx.$executeRaw`RELEASE SAVEPOINT kept`;
}

/** A challenge of the Console that can still be answered. */
export async function findOpenChallenge(
  db: Db,
  id: string,
  maxTries: number,
): Promise<{ email: string; expiresAt: Date } | null> {
  const rows = await db.$queryRaw<Array<{ email: string; expiresAt: Date }>>`
    SELECT email, expires_at AS "expiresAt" FROM sign_in_challenges
    WHERE id = ${id}::uuid AND purpose = 'console' AND used_at IS NULL AND expires_at > app_now() AND tries < ${maxTries}`;
  return rows[0] ?? null;
}

export type TakenTry = { email: string; codeHash: Uint8Array; tries: number };

/** Spends one of the challenge's tries. Null: there is none for that purpose, or it is used, over, or out of tries. */
export async function takeTry(
  db: Db,
  { id, purpose, maxTries }: { id: string; purpose: Purpose; maxTries: number },
): Promise<TakenTry | null> {
  const rows = await db.$queryRaw<TakenTry[]>`
    UPDATE sign_in_challenges SET tries = tries + 1
    WHERE id = ${id}::uuid AND purpose = ${purpose}
      AND used_at IS NULL AND expires_at > app_now() AND tries < ${maxTries}
    RETURNING email, code_hash AS "codeHash", tries`;
  return rows[0] ?? null;
}

/** True for exactly one caller. */
export async function spendChallenge(tx: Tx, id: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE sign_in_challenges SET used_at = app_now() WHERE id = ${id}::uuid AND used_at IS NULL AND expires_at > app_now()`;
  return count === 1;
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
