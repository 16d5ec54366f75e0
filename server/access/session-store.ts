import { type Db, Prisma, type Tx } from "../lib/db";
import { hasConfirmedApp, requiresTwoFactor } from "./two-factor-store";
import { type SignedInUser, USER } from "./user-store";

/**
 * A browser's sign-in. `verifiedForS`: for how many seconds the last proof of who sits there has stood. `hasTwoFactor`: it
 * was begun by a passkey, or has given a code of the app that the user has. `needsTwoFactor`: an organisation of the user's, or the
 * operator, requires two, and there is one: until that is set up the user holds no role here.
 */
export type Session = {
  id: string;
  expiresAt: Date;
  verifiedForS: number;
  hasTwoFactor: boolean;
  needsTwoFactor: boolean;
  user: SignedInUser;
};

/** For so long the token from before rights were raised still finds the session: calls were on their way with it. */
const PREVIOUS_TOKEN_S = 60;
/** A session that is used is written down as seen at most this often. */
const SEEN_EVERY_S = 60;
/** Of the token from before: no proof stands for it. */
const NEVER_VERIFIED_S = 2_147_483_647;

export type NewSession = {
  id: string;
  userId: string;
  tokenHash: Uint8Array<ArrayBuffer>;
  ttlS: number;
  way: string;
  userAgent: string | null;
  ip: string | null;
};

export async function insertSession(db: Db, row: NewSession): Promise<{ expiresAt: Date }> {
  const rows = await db.$queryRaw<Array<{ expiresAt: Date }>>`
    INSERT INTO user_sessions (id, token_hash, user_id, way, user_agent, ip, expires_at)
    VALUES (${row.id}::uuid, ${row.tokenHash}, ${row.userId}::uuid, ${row.way}, ${row.userAgent}, ${row.ip},
      app_now() + make_interval(secs => ${row.ttlS}::float8))
    RETURNING expires_at AS "expiresAt"`;
  return rows[0] as { expiresAt: Date };
}

type FoundSession = Pick<Session, "id" | "verifiedForS" | "hasTwoFactor" | "needsTwoFactor"> & { seenForS: number };

/**
 * A passkey is two factors; "code app" and the like name the second, which counts while the app is there. An app alone says
 * nothing of a session: it may have been begun by somebody else before.
 */
const IS_TWO_FACTOR = Prisma.sql`(s.way = 'passkey' OR (s.way LIKE '% %' AND ${hasConfirmedApp(Prisma.sql`u.id`)}))`;

/** The session and its user. Over, ended, or the user disabled: null. */
export async function findSession(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<Session | null> {
  const rows = await db.$queryRaw<FoundSession[]>`
    SELECT s.id::text AS id, ${IS_TWO_FACTOR} AS "hasTwoFactor",
      NOT ${IS_TWO_FACTOR} AND ${requiresTwoFactor(Prisma.sql`u.id`)} AS "needsTwoFactor", floor(extract(epoch FROM app_now() - s.last_seen_at))::int AS "seenForS",
      CASE WHEN s.token_hash = ${tokenHash} THEN floor(extract(epoch FROM app_now() - s.verified_at))::int
        ELSE ${NEVER_VERIFIED_S}::int END AS "verifiedForS"
    FROM user_sessions s JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL
    WHERE (s.token_hash = ${tokenHash} OR (s.previous_token_hash = ${tokenHash}
        AND s.rotated_at > app_now() - make_interval(secs => ${PREVIOUS_TOKEN_S}::float8)))
      AND s.expires_at > app_now()`;
  const [found] = rows;
  if (!found) return null;
  const { id, seenForS, ...proof } = found;
  if (seenForS >= SEEN_EVERY_S)
    await db.$executeRaw`UPDATE user_sessions SET last_seen_at = app_now() WHERE id = ${id}::uuid`;
  const select = { expiresAt: true, user: { select: USER } };
  const session = await db.userSession.findUnique({ where: { id }, select });
  if (!session) return null;
  const { expiresAt, user } = session;
  // Without a role every page and every call refuses by itself, whichever forgets to ask.
  return { id, expiresAt, ...proof, user: proof.needsTwoFactor ? { ...user, memberships: [] } : user };
}

/** Ends the session of that token, or of the token that it had a moment ago. */
export async function deleteSession(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
  await db.userSession.deleteMany({ where: { OR: [{ tokenHash }, { previousTokenHash: tokenHash }] } });
}

/**
 * Notes that the person has proved who they are, and gives the session another token (null: it keeps its own). The one from
 * before finds it a little longer, without that proof. Null: the session has ended.
 */
export async function raiseSession(
  tx: Tx,
  id: string,
  tokenHash: Uint8Array<ArrayBuffer> | null,
): Promise<{ expiresAt: Date } | null> {
  const rows = await tx.$queryRaw<Array<{ expiresAt: Date }>>`
    UPDATE user_sessions SET verified_at = app_now(), last_seen_at = app_now(),
      previous_token_hash = CASE WHEN ${tokenHash}::bytea IS NULL THEN previous_token_hash ELSE token_hash END,
      rotated_at = CASE WHEN ${tokenHash}::bytea IS NULL THEN rotated_at ELSE app_now() END,
      token_hash = coalesce(${tokenHash}::bytea, token_hash)
    WHERE id = ${id}::uuid AND expires_at > app_now()
    RETURNING expires_at AS "expiresAt"`;
  return rows[0] ?? null;
}

/** Notes that a session has given a second factor, where a mailed code or Google alone had begun it. */
export async function markSecondFactor(tx: Tx, id: string, factor: "app" | "recovery"): Promise<void> {
  await tx.$executeRaw`
    UPDATE user_sessions SET way = way || ' ' || ${factor} WHERE id = ${id}::uuid AND way IN ('code', 'google')`;
}

export type SessionRow = {
  id: string;
  way: string;
  userAgent: string | null;
  ip: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

/** The sessions of a user that are not over, the one seen last first. */
export function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db.$queryRaw<SessionRow[]>`
    SELECT id::text AS id, way, user_agent AS "userAgent", ip, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
      expires_at AS "expiresAt"
    FROM user_sessions WHERE user_id = ${userId}::uuid AND expires_at > app_now()
    ORDER BY last_seen_at DESC, id DESC`;
}

/** Ends one session of the user's. False: they have none of that id. */
export async function deleteSessionOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx.userSession.deleteMany({ where: { id, userId } })).count > 0;
}

/** Ends the user's sessions but one. Returns how many. */
export async function deleteSessionsBut(tx: Tx, userId: string, keptId: string): Promise<number> {
  return (await tx.userSession.deleteMany({ where: { userId, id: { not: keptId } } })).count;
}

/** Ends all that the user has begun: sessions, sign-ins that wait for a second step, tokens of programs. */
export async function deleteAllOf(tx: Tx, userId: string): Promise<number> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  await tx.pendingSignIn.deleteMany({ where: { userId } });
  await revokeTokensOf(tx, userId);
  return (await tx.userSession.deleteMany({ where: { userId } })).count;
}

/** Ends the tokens that programs hold in the user's name. */
export async function revokeTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE token_families SET revoked_at = app_now() WHERE user_id = ${userId}::uuid AND revoked_at IS NULL`;
}
