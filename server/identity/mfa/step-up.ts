import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { type Db, db, inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField, isAppError } from "../../lib/errors";
import { markSecondFactor } from "../sessions/session-store";
import { type Proof, raiseRights, type Session, type SessionKey } from "../sessions/sessions";
import { answerChallenge } from "../sign-in/answer-challenge";
import { startSignIn } from "../sign-in/start-sign-in";
import { hasAuthenticatorApp } from "./factor-store";
import { listCredentialIds } from "./passkey-store";
import type { PasskeyAssertion } from "./schema";
import { acceptPasskey, type PasskeyRequest, passkeyStepUpOptions } from "./use-passkey";
import { verifySecondFactor } from "./verify-second-factor";

/**
 * The step-up methods of a session. A mailed code only where the session has one factor and the user no authenticator app:
 * else it would be weaker than the sign-in, or bypass the app.
 */
type StepUpMethods = { passkey: boolean; app: boolean; mail: boolean };

/** The step-up methods of the signed-in user. */
export async function listStepUpMethods({ user, hasTwoFactor }: Session): Promise<StepUpMethods> {
  const app = await hasAuthenticatorApp(db(), user.id);
  return { passkey: (await listCredentialIds(db(), user.id)).length > 0, app, mail: !app && !hasTwoFactor };
}

/** Request options for one of the user's passkeys. @throws AppError NOT_FOUND without one */
export async function startVerifyPasskey({ id, user }: Session): Promise<PasskeyRequest> {
  const request = await passkeyStepUpOptions(user.id, id);
  if (!request.allowCredentials?.length) throw new AppError("NOT_FOUND", { message: "You have no passkey." });
  return request;
}

/**
 * Mails a step-up code.
 * @throws AppError FORBIDDEN where there is a second factor, and for a visitor of a demo, whose address gets no mail;
 *   TOO_MANY_REQUESTS
 */
export async function startVerifyMail(
  ctx: Ctx,
  session: Session,
): Promise<{ challengeId: string; email: string; expiresAt: Date }> {
  const { id, user, isVisitor } = session;
  if (isVisitor) throw new AppError("FORBIDDEN");
  await requireOneFactor(db(), session);
  return { ...(await startSignIn(ctx, { email: user.email, purpose: "verify", sessionId: id })), email: user.email };
}

/** Steps up with a passkey. @throws AppError VALIDATION_ERROR on `passkey` */
export async function stepUpByPasskey(
  ctx: Ctx,
  { session, rotate }: Proof,
  response: PasskeyAssertion,
): Promise<SessionKey | null> {
  const accepted = await acceptPasskey({ kind: "verify", sessionId: session.id }, response).catch(
    asFieldError("passkey"),
  );
  if (accepted.userId !== session.user.id) throw invalidField("passkey", "This passkey belongs to another account.");
  return inTransaction(ctx, async (tx) => {
    await accepted.spend(tx);
    return raise(tx, ctx, { session, rotate, way: "passkey" });
  });
}

/** Steps up with an app's code or a recovery code. @throws AppError VALIDATION_ERROR on `code`, TOO_MANY_REQUESTS */
export async function stepUpByApp(ctx: Ctx, { session, rotate }: Proof, typed: string): Promise<SessionKey | null> {
  const { id: userId, email } = session.user;
  // Guesses are counted per session: an attacker with a stolen session doesn't use up the guesses of others.
  const requester = `session:${session.id}`;
  const step = { userId, email, typed, requester, sitting: requester };
  return verifySecondFactor(ctx, step, async (tx, way) => {
    await markSecondFactor(tx, session.id, way);
    return raise(tx, ctx, { session, rotate, way });
  }).catch(asFieldError("code"));
}

/**
 * Steps up with a mailed code.
 * @throws AppError VALIDATION_ERROR on `code`, FORBIDDEN where there is a second factor
 */
export async function stepUpByMail(
  ctx: Ctx,
  { session, rotate }: Proof,
  answer: { challengeId: string; code: string },
): Promise<SessionKey | null> {
  const { user } = session;
  const expected = { purpose: "verify", email: user.email, requester: `session:${session.id}` } as const;
  return answerChallenge(ctx, { ...answer, ...expected }, async (tx) => {
    await requireOneFactor(tx, session);
    return raise(tx, ctx, { session, rotate, way: "code" });
  }).catch(asFieldError("code"));
}

async function raise(tx: Tx, ctx: Ctx, { session, rotate, way }: Proof & { way: string }): Promise<SessionKey | null> {
  const fact = { action: "user.verified", merchantId: null, subjectId: session.user.id, detail: { way } };
  await recordAudit(tx, ctx, fact);
  return raiseRights(tx, session, rotate);
}

/** A failed step-up is a field error: a 401 would mean that the session has ended. */
function asFieldError(field: "code" | "passkey"): (error: unknown) => never {
  return (error) => {
    if (!isAppError(error) || error.code !== "UNAUTHORIZED") throw error;
    const left = error.metadata?.["tries_left"];
    const tries = left === 1 ? " 1 attempt left." : typeof left === "number" ? ` ${left} attempts left.` : "";
    throw invalidField(field, `${error.message}${tries}`);
  };
}

/** @throws AppError FORBIDDEN where the session has two factors or the user an app */
async function requireOneFactor(db: Db, { user, hasTwoFactor }: Session): Promise<void> {
  if (!hasTwoFactor && !(await hasAuthenticatorApp(db, user.id))) return;
  throw new AppError("FORBIDDEN", {
    message: "You use two-factor authentication: confirm with your app or a passkey.",
  });
}
