import type { Ctx } from "../lib/context";
import { newSecret, sha256 } from "../lib/crypto";
import { dbOf, type Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { forgetCaller, rememberCaller } from "../lib/known-callers";
import { deleteSession, findSession, insertSession, raiseSession, type Session } from "./session-store";
import { SESSION_TTL_S } from "./sign-in-rules";
import type { SignedInUser } from "./user-store";

const SESSION_PREFIX = "bses_";

export type { Session, SignedInUser };

/** What a browser keeps of a session that was begun, or whose rights were raised. */
export type SessionKey = { sessionToken: string; expiresAt: Date };

/** What a proof is given with: whether a browser is there to keep the session's new token. */
export type Proof = { session: Session; rotate: boolean };

/** How a session is begun, and from where: shown to its user. */
export type SessionOrigin = { way: string; userAgent: string | null; ip: string | null };

/** Begins a session. The token is 256 random bits, answered once and stored hashed. */
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
 * Notes in the caller's transaction that the person has proved who they are. The session gets a new token: whoever had
 * planted, or read, the one from before has nothing of the proof. `rotate` is off where no browser is there to keep it.
 * @throws AppError UNAUTHORIZED when the session has ended meanwhile
 */
export async function raiseRights(tx: Tx, sessionId: string, rotate: boolean): Promise<SessionKey | null> {
  const sessionToken = rotate ? newSecret(SESSION_PREFIX) : null;
  const raised = await raiseSession(tx, sessionId, sessionToken === null ? null : sha256(sessionToken));
  if (!raised) throw new AppError("UNAUTHORIZED", { message: "You are signed out. Sign in again." });
  return sessionToken === null ? null : { sessionToken, ...raised };
}

/** The session behind a token with its user as it stands now; null when it is over or the user was disabled. */
export async function readSession(sessionToken: string): Promise<Session | null> {
  const session = await findSession(dbOf({}), sha256(sessionToken));
  const owner = `user:${session?.user.id}`;
  if (session) rememberCaller(sessionToken, { owner, credential: owner });
  else forgetCaller(sessionToken);
  return session;
}

/** Ends a session, on every process at once. An unknown token ends nothing. */
export async function endSession(sessionToken: string): Promise<void> {
  await deleteSession(dbOf({}), sha256(sessionToken));
}
