import type { Ctx } from "../../lib/context";
import { db, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import type { PasskeyAssertion } from "../mfa/schema";
import { acceptPasskey } from "../mfa/use-passkey";
import { lockActiveUserById } from "../users/user-store";
import { answerChallenge } from "./answer-challenge";
import { afterFirstStep, beginSession, type HalfSignedIn, type SignedIn } from "./begin-session";
import { findOpenChallenge } from "./challenge-store";
import { type Browser, MAX_TRIES } from "./sign-in-rules";

const NO_BROWSER: Browser = { deviceToken: null };

/** The address of a challenge that can still be answered, for the page with the code field. */
export async function readChallenge(challengeId: string): Promise<{ email: string; expiresAt: Date } | null> {
  return isUuid(challengeId) ? findOpenChallenge(db(), challengeId, MAX_TRIES) : null;
}

/**
 * Verifies the code of a Console challenge: a session, or a pending second factor where the user has one.
 * @throws AppError UNAUTHORIZED (metadata.tries_left)
 */
export async function verifySignIn(
  ctx: Ctx,
  input: { challengeId: string; code: string },
  browser: Browser = NO_BROWSER,
): Promise<SignedIn | HalfSignedIn> {
  return answerChallenge(ctx, { ...input, purpose: "console" }, (tx, user) =>
    afterFirstStep(tx, ctx, { user, way: "code", browser }),
  );
}

/** Signs in with a passkey, which is two factors. @throws AppError UNAUTHORIZED */
export async function signInByPasskey(ctx: Ctx, response: PasskeyAssertion, browser: Browser): Promise<SignedIn> {
  const { userId, spend } = await acceptPasskey({ kind: "sign-in" }, response);
  return inTransaction(ctx, async (tx) => {
    const user = await lockActiveUserById(tx, userId);
    if (!user) throw new AppError("UNAUTHORIZED", { message: "This passkey was not accepted." });
    await spend(tx);
    return beginSession(tx, ctx, { user, way: "passkey", browser });
  });
}
