import type { Ctx } from "../lib/context";
import { newSecret, sha256 } from "../lib/crypto";
import { dbOf } from "../lib/db";
import { newId } from "../lib/ids";
import { SESSION_TTL_S } from "./sign-in-rules";
import { deleteSession, findSession, insertSession, type Session, type SignedInUser } from "./user-store";

const SESSION_PREFIX = "bses_";

export type { Session, SignedInUser };

/** Begins a session. The token is 256 random bits, answered once and stored hashed. */
export async function createSession(
  ctx: Pick<Ctx, "tx">,
  userId: string,
): Promise<{ sessionToken: string; expiresAt: Date }> {
  const sessionToken = newSecret(SESSION_PREFIX);
  const row = { id: newId(), userId, tokenHash: sha256(sessionToken), ttlS: SESSION_TTL_S };
  return { sessionToken, ...(await insertSession(dbOf(ctx), row)) };
}

/** The session behind a token with its user as it stands now; null when it is over or the user was disabled. */
export async function readSession(sessionToken: string): Promise<Session | null> {
  return findSession(dbOf({}), sha256(sessionToken));
}

/** Ends a session, on every process at once. An unknown token ends nothing. */
export async function endSession(sessionToken: string): Promise<void> {
  await deleteSession(dbOf({}), sha256(sessionToken));
}
