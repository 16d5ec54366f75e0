import type { Ctx } from "../../lib/context";
import { newSecret, sha256 } from "../../lib/crypto";
import { dbOf, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { forgetCaller, rememberCaller } from "../../lib/known-callers";
import { SESSION_TTL_S } from "../sign-in/sign-in-rules";
import type { SignedInUser } from "../users/user-store";
import { deleteSession, findSession, insertSession, raiseSession, type Session } from "./session-store";

const SESSION_PREFIX = "bses_";

export type { Session, SignedInUser };

/** The browser's new token, after a sign-in or a step-up. */
export type SessionKey = { sessionToken: string; expiresAt: Date };

/** The session of a step-up; `rotate`: the call came from a browser that can store a new token. */
export type Proof = { session: Session; rotate: boolean };

/** The sign-in method, browser and address of a session, shown to its user. */
type SessionOrigin = { way: string; userAgent: string | null; ip: string | null };

/** Begins a session. The token is 256 random bits, returned once and stored hashed. */
export async function createSession(
  ctx: Pick<Ctx, "tx">,
  userId: string,
  origin: SessionOrigin = { way: "code", userAgent: null, ip: null },
): Promise<SessionKey> {
  const sessionToken = newSecret(SESSION_PREFIX);
  const row = { id: newId(), userId, tokenHash: sha256(sessionToken), ttlS: SESSION_TTL_S, ...origin };
  return { sessionToken, ...(await insertSession(dbOf(ctx), row)) };
}

/**
 * Records a step-up in the caller's transaction. The session gets a new token, so that an attacker who set or read the
 * previous one doesn't get the step-up. `rotate` is false where no browser can store a new token. The previous token of a
 * session that lacked a required second factor ends at once: it would have the session's roles from now on.
 * @throws AppError UNAUTHORIZED when the session has ended in the meantime
 */
export async function raiseRights(
  tx: Tx,
  { id, needsTwoFactor }: Pick<Session, "id" | "needsTwoFactor">,
  rotate: boolean,
): Promise<SessionKey | null> {
  const sessionToken = rotate ? newSecret(SESSION_PREFIX) : null;
  const tokenHash = sessionToken === null ? null : sha256(sessionToken);
  const raised = await raiseSession(tx, { id, tokenHash, keepsPrevious: !needsTwoFactor });
  if (!raised) throw signedOut();
  return sessionToken === null ? null : { sessionToken, ...raised };
}

/** @throws AppError UNAUTHORIZED when the session has ended in the meantime */
export async function requireLiveSession(tx: Tx, id: string): Promise<void> {
  if ((await tx.userSession.count({ where: { id } })) === 0) throw signedOut();
}

function signedOut(): AppError {
  return new AppError("UNAUTHORIZED", { message: "You are signed out. Sign in again." });
}

/**
 * The session of a token with its user's current state; null: expired, ended, or the user is disabled. A visitor's counts
 * for its address at the entry: visits are free, so each would be another caller with slots of its own.
 */
export async function readSession(sessionToken: string): Promise<Session | null> {
  const session = await findSession(dbOf({}), sha256(sessionToken));
  const owner = `user:${session?.user.id}`;
  if (session && !session.isVisitor) rememberCaller(sessionToken, { owner, credential: owner });
  else forgetCaller(sessionToken);
  return session;
}

/** Ends a session, on every process at once. Ignores an unknown token. */
export async function endSession(sessionToken: string): Promise<void> {
  await deleteSession(dbOf({}), sha256(sessionToken));
}
