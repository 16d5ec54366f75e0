import { type Db, firstRow, onlyRow, Prisma, type Tx } from "../../lib/db";
import { hasConfirmedApp, hasPasskey, requiresTwoFactor } from "../mfa/two-factor-store";
import { type SignedInUser, USER } from "../users/user-store";

/**
 * A browser session. `verifiedForS`: seconds since the last step-up. `hasTwoFactor`: begun with a passkey, while
 * the user has one, or with a code of the user's current app. `needsTwoFactor`: an organisation of the user or the operator requires two-factor
 * authentication and the session has one factor; until it is set up the session has no roles.
 */
export type Session = {
  id: string;
  expiresAt: Date;
  verifiedForS: number;
  hasTwoFactor: boolean;
  needsTwoFactor: boolean;
  /** Of a demo (`demo/visitors/`), of whom nothing is kept after the visit. */
  isVisitor: boolean;
  user: SignedInUser;
};

/** The previous token stays valid this long after a step-up, for calls that were in flight. */
const PREVIOUS_TOKEN_S = 60;
/** `last_seen_at` is updated at most this often. */
const SEEN_EVERY_S = 60;
/** For the previous token: it doesn't carry the step-up. */
const NEVER_VERIFIED_S = 2_147_483_647;

type NewSession = {
  id: string;
  userId: string;
  tokenHash: Uint8Array<ArrayBuffer>;
  ttlS: number;
  way: string;
  userAgent: string | null;
  ip: string | null;
};

export function insertSession(db: Db, row: NewSession): Promise<{ expiresAt: Date }> {
  return onlyRow(db.$queryRaw`
    INSERT INTO user_sessions (id, token_hash, user_id, way, user_agent, ip, expires_at)
    VALUES (${row.id}::uuid, ${row.tokenHash}, ${row.userId}::uuid, ${row.way}, ${row.userAgent}, ${row.ip},
      app_now() + make_interval(secs => ${row.ttlS}::float8))
    RETURNING expires_at AS "expiresAt"`);
}

type FoundSession = Pick<Session, "id" | "verifiedForS" | "hasTwoFactor" | "needsTwoFactor"> & { seenForS: number };

/**
 * A passkey is two factors, while the user has one. "code app" and similar name a second factor, which counts while the user has a confirmed
 * app. A confirmed app alone doesn't make a session two-factor: an attacker may have begun it before.
 */
const IS_TWO_FACTOR = Prisma.sql`((s.way = 'passkey' AND ${hasPasskey(Prisma.sql`u.id`)})
  OR (s.way LIKE '% %' AND ${hasConfirmedApp(Prisma.sql`u.id`)}))`;

/** The session with its user. Null: expired, ended, or the user is disabled. */
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
  const isVisitor = user.memberships.some(({ role }) => role === "visitor");
  // Without roles every page and call refuses, including those that don't check `needsTwoFactor`.
  return { id, expiresAt, ...proof, isVisitor, user: proof.needsTwoFactor ? { ...user, memberships: [] } : user };
}

/** The current session with this token or, at any age, this previous token. */
export async function findSessionOwner(
  db: Db,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<{ id: string; isVisitor: boolean; user: { id: string } } | null> {
  const rows = await db.$queryRaw<{ id: string; isVisitor: boolean; userId: string }[]>`
    SELECT s.id::text AS id, s.user_id::text AS "userId",
      EXISTS (SELECT FROM memberships m WHERE m.user_id = s.user_id AND m.role = 'visitor') AS "isVisitor"
    FROM user_sessions s
    WHERE (s.token_hash = ${tokenHash} OR s.previous_token_hash = ${tokenHash}) AND s.expires_at > app_now()`;
  const [found] = rows;
  return found ? { id: found.id, isVisitor: found.isVisitor, user: { id: found.userId } } : null;
}

/** Ends the session with this token or this previous token. */
export async function deleteSession(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
  await db.userSession.deleteMany({ where: { OR: [{ tokenHash }, { previousTokenHash: tokenHash }] } });
}

/**
 * Records a step-up and gives the session a new token (null: it keeps its token). The previous token stays valid for
 * PREVIOUS_TOKEN_S, without the step-up, if it is kept. Null: the session has ended.
 */
export function raiseSession(
  tx: Tx,
  { id, tokenHash, keepsPrevious }: { id: string; tokenHash: Uint8Array<ArrayBuffer> | null; keepsPrevious: boolean },
): Promise<{ expiresAt: Date } | null> {
  return firstRow(tx.$queryRaw<Array<{ expiresAt: Date }>>`
    UPDATE user_sessions SET verified_at = app_now(), last_seen_at = app_now(),
      previous_token_hash = CASE WHEN NOT ${keepsPrevious} THEN NULL
        WHEN ${tokenHash}::bytea IS NULL THEN previous_token_hash ELSE token_hash END,
      rotated_at = CASE WHEN ${tokenHash}::bytea IS NULL THEN rotated_at ELSE app_now() END,
      token_hash = coalesce(${tokenHash}::bytea, token_hash)
    WHERE id = ${id}::uuid AND expires_at > app_now()
    RETURNING expires_at AS "expiresAt"`);
}

/**
 * Records the second factor of a session that began with a mailed code or Google, or with a passkey when the user has
 * none any more.
 */
export async function markSecondFactor(tx: Tx, id: string, factor: "app" | "recovery"): Promise<void> {
  await tx.$executeRaw`
    UPDATE user_sessions s SET way = way || ' ' || ${factor} WHERE id = ${id}::uuid
      AND (way IN ('code', 'google') OR (way = 'passkey' AND NOT ${hasPasskey(Prisma.sql`s.user_id`)}))`;
}

export type SessionRow = {
  id: string;
  /** The sign-in methods: `code`, `google`, `passkey`, with the second factor where one was given: `code app`. */
  way: string;
  userAgent: string | null;
  ip: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

/** A user's current sessions, the most recently seen first. */
export function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db.$queryRaw<SessionRow[]>`
    SELECT id::text AS id, way, user_agent AS "userAgent", ip, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
      expires_at AS "expiresAt"
    FROM user_sessions WHERE user_id = ${userId}::uuid AND expires_at > app_now()
    ORDER BY last_seen_at DESC, id DESC`;
}

/** Ends one of the user's sessions. False: the user has none with this id. */
export async function deleteSessionOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx.userSession.deleteMany({ where: { id, userId } })).count > 0;
}

/** Ends the user's sessions except one. Returns their number. */
export async function deleteSessionsBut(tx: Tx, userId: string, keptId: string): Promise<number> {
  return (await tx.userSession.deleteMany({ where: { userId, id: { not: keptId } } })).count;
}

/** The same for sessions that began with a passkey only. */
export async function deletePasskeySessionsBut(tx: Tx, userId: string, keptId: string): Promise<number> {
  return (await tx.userSession.deleteMany({ where: { userId, id: { not: keptId }, way: "passkey" } })).count;
}

/** Ends everything that the user has begun: sessions, pending second factors, API tokens. */
export async function deleteAllOf(tx: Tx, userId: string): Promise<number> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  await tx.pendingSignIn.deleteMany({ where: { userId } });
  await revokeTokensOf(tx, userId);
  return (await tx.userSession.deleteMany({ where: { userId } })).count;
}

/** Revokes the user's API tokens. */
export async function revokeTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE token_families SET revoked_at = app_now() WHERE user_id = ${userId}::uuid AND revoked_at IS NULL`;
}
