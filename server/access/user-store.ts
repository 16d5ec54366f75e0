import type { Db, Tx } from "../lib/db";

export type MembershipRow = { merchantId: string | null; partnerId: string | null; role: string };
export type SignedInUser = { id: string; email: string; name: string; memberships: MembershipRow[] };

const USER = {
  id: true,
  email: true,
  name: true,
  memberships: { select: { merchantId: true, partnerId: true, role: true }, orderBy: { id: "asc" } },
} as const;

/** The user of that address, unless disabled. */
export function findActiveUser(db: Db, email: string): Promise<SignedInUser | null> {
  return db.user.findFirst({ where: { email, disabledAt: null }, select: USER });
}

/** How many codes this requester asked for within the window, its requests put in line until the transaction ends. */
export async function countChallengesOf(tx: Tx, requester: string, windowS: number): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in ${requester}`}, 0))`;
  const rows = await tx.$queryRaw<Array<{ count: number }>>`
    SELECT count(*)::int AS count FROM sign_in_challenges
    WHERE requester = ${requester} AND created_at > app_now() - make_interval(secs => ${windowS}::float8)`;
  return rows[0]?.count ?? 0;
}

type NewChallenge = { id: string; email: string; codeHash: Uint8Array<ArrayBuffer>; requester: string; ttlS: number };

export async function insertChallenge(tx: Tx, row: NewChallenge): Promise<{ expiresAt: Date }> {
  const rows = await tx.$queryRaw<Array<{ expiresAt: Date }>>`
    INSERT INTO sign_in_challenges (id, email, code_hash, requester, expires_at)
    VALUES (${row.id}::uuid, ${row.email}, ${row.codeHash}, ${row.requester}, app_now() + make_interval(secs => ${row.ttlS}::float8))
    RETURNING expires_at AS "expiresAt"`;
  return rows[0] as { expiresAt: Date };
}

/** A challenge that can still be answered. */
export async function findOpenChallenge(
  db: Db,
  id: string,
  maxTries: number,
): Promise<{ email: string; expiresAt: Date } | null> {
  const rows = await db.$queryRaw<Array<{ email: string; expiresAt: Date }>>`
    SELECT email, expires_at AS "expiresAt" FROM sign_in_challenges
    WHERE id = ${id}::uuid AND used_at IS NULL AND expires_at > app_now() AND tries < ${maxTries}`;
  return rows[0] ?? null;
}

export type TakenTry = { email: string; codeHash: Uint8Array; tries: number };

/** Spends one of the challenge's tries. Null: there is no such challenge, or it is used, over, or out of tries. */
export async function takeTry(db: Db, id: string, maxTries: number): Promise<TakenTry | null> {
  const rows = await db.$queryRaw<TakenTry[]>`
    UPDATE sign_in_challenges SET tries = tries + 1
    WHERE id = ${id}::uuid AND used_at IS NULL AND expires_at > app_now() AND tries < ${maxTries}
    RETURNING email, code_hash AS "codeHash", tries`;
  return rows[0] ?? null;
}

/** True for exactly one caller. */
export async function spendChallenge(tx: Tx, id: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE sign_in_challenges SET used_at = app_now() WHERE id = ${id}::uuid AND used_at IS NULL AND expires_at > app_now()`;
  return count === 1;
}

type NewSession = { id: string; userId: string; tokenHash: Uint8Array<ArrayBuffer>; ttlS: number };

export async function insertSession(db: Db, row: NewSession): Promise<{ expiresAt: Date }> {
  const rows = await db.$queryRaw<Array<{ expiresAt: Date }>>`
    INSERT INTO user_sessions (id, token_hash, user_id, expires_at)
    VALUES (${row.id}::uuid, ${row.tokenHash}, ${row.userId}::uuid, app_now() + make_interval(secs => ${row.ttlS}::float8))
    RETURNING expires_at AS "expiresAt"`;
  return rows[0] as { expiresAt: Date };
}

/** The session and its user. Over, ended, or the user disabled: null. */
export async function findSession(
  db: Db,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<{ expiresAt: Date; user: SignedInUser } | null> {
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    SELECT s.id::text AS id FROM user_sessions s JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > app_now()`;
  const [found] = rows;
  if (!found) return null;
  return db.userSession.findUnique({ where: { id: found.id }, select: { expiresAt: true, user: { select: USER } } });
}

export async function deleteSession(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
  await db.userSession.deleteMany({ where: { tokenHash } });
}

/** Deletes up to `limit` sessions and challenges that are over. Returns how many. */
export async function deleteExpiredSignInRows(db: Db, limit: number): Promise<number> {
  return db.$executeRaw`
    WITH sessions AS (
      DELETE FROM user_sessions WHERE id IN (SELECT id FROM user_sessions WHERE expires_at < app_now() LIMIT ${limit})
      RETURNING id
    ), challenges AS (
      DELETE FROM sign_in_challenges
      WHERE id IN (SELECT id FROM sign_in_challenges WHERE expires_at < app_now() - interval '1 day' LIMIT ${limit})
      RETURNING id
    )
    SELECT id FROM sessions UNION ALL SELECT id FROM challenges`;
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
