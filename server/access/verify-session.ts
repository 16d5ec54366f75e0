import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { db, inTransaction, type Tx } from "../lib/db";
import { AppError, invalidField, isAppError } from "../lib/errors";
import { answerChallenge } from "./answer-challenge";
import { hasSecondStep } from "./factors/factor-store";
import { listCredentialIds } from "./factors/passkey-store";
import type { PasskeyAssertion } from "./factors/schema";
import { takeSecondStep } from "./factors/take-second-step";
import { acceptPasskey, askForOwnPasskey, type PasskeyRequest } from "./factors/use-passkey";
import { markSecondFactor } from "./session-store";
import { type Proof, raiseRights, type Session, type SessionKey } from "./sessions";
import { startSignIn } from "./start-sign-in";

/** How a person can prove again who they are. A mailed code, only where no second step was set up: it would be the way around it. */
export type WaysToVerify = { passkey: boolean; app: boolean; mail: boolean };

/** The ways that the signed-in person has. */
export async function waysToVerify({ user }: Session): Promise<WaysToVerify> {
  const app = await hasSecondStep(db(), user.id);
  return { passkey: (await listCredentialIds(db(), user.id)).length > 0, app, mail: !app };
}

/** Asks for one of the person's passkeys. @throws AppError NOT_FOUND without one */
export async function startVerifyPasskey({ id, user }: Session): Promise<PasskeyRequest> {
  const request = await askForOwnPasskey(user.id, id);
  if (!request.allowCredentials?.length) throw new AppError("NOT_FOUND", { message: "You have no passkey." });
  return request;
}

/** Mails a code. @throws AppError FORBIDDEN where there is a second step, TOO_MANY_REQUESTS */
export async function startVerifyMail(
  ctx: Ctx,
  { id, user }: Session,
): Promise<{ challengeId: string; email: string; expiresAt: Date }> {
  if (await hasSecondStep(db(), user.id)) throw mailIsNotEnough();
  return { ...(await startSignIn(ctx, { email: user.email, purpose: "verify", sessionId: id })), email: user.email };
}

/** Proves by a passkey. @throws AppError VALIDATION_ERROR on `passkey` */
export async function verifyByPasskey(
  ctx: Ctx,
  { session, rotate }: Proof,
  response: PasskeyAssertion,
): Promise<SessionKey | null> {
  const accepted = await acceptPasskey({ kind: "verify", sessionId: session.id }, response).catch(
    asFieldError("passkey"),
  );
  if (accepted.userId !== session.user.id) throw invalidField("passkey", "This passkey is somebody else's.");
  return inTransaction(ctx, async (tx) => {
    await accepted.spend(tx);
    return raise(tx, ctx, { session, rotate, way: "passkey" });
  });
}

/** Proves by the app's code, or a recovery code. @throws AppError VALIDATION_ERROR on `code`, TOO_MANY_REQUESTS */
export async function verifyByApp(ctx: Ctx, { session, rotate }: Proof, typed: string): Promise<SessionKey | null> {
  const { id: userId, email } = session.user;
  // Guesses are counted for the session: who has stolen one runs out of tries in it, and spoils no other.
  const requester = `session:${session.id}`;
  const step = { userId, email, typed, requester, sitting: requester };
  return takeSecondStep(ctx, step, async (tx, way) => {
    await markSecondFactor(tx, session.id, way);
    return raise(tx, ctx, { session, rotate, way });
  }).catch(asFieldError("code"));
}

/** Proves by the code that was mailed. @throws AppError VALIDATION_ERROR on `code`, FORBIDDEN where there is a second step */
export async function verifyByMail(
  ctx: Ctx,
  { session, rotate }: Proof,
  answer: { challengeId: string; code: string },
): Promise<SessionKey | null> {
  const { user } = session;
  const expected = { purpose: "verify", email: user.email, requester: `session:${session.id}` } as const;
  return answerChallenge(ctx, { ...answer, ...expected }, async (tx) => {
    if (await hasSecondStep(tx, user.id)) throw mailIsNotEnough();
    return raise(tx, ctx, { session, rotate, way: "code" });
  }).catch(asFieldError("code"));
}

async function raise(tx: Tx, ctx: Ctx, { session, rotate, way }: Proof & { way: string }): Promise<SessionKey | null> {
  const fact = { action: "user.verified", merchantId: null, subjectId: session.user.id, detail: { way } };
  await recordAudit(tx, ctx, fact);
  return raiseRights(tx, session.id, rotate);
}

/** A wrong proof is told on its field: the person is still signed in, which a 401 would deny. */
function asFieldError(field: "code" | "passkey"): (error: unknown) => never {
  return (error) => {
    if (!isAppError(error) || error.code !== "UNAUTHORIZED") throw error;
    const left = error.metadata?.["tries_left"];
    const tries = left === 1 ? " One try is left." : typeof left === "number" ? ` ${left} tries are left.` : "";
    throw invalidField(field, `${error.message}${tries}`);
  };
}

function mailIsNotEnough(): AppError {
  return new AppError("FORBIDDEN", { message: "You have a second step: confirm with your app or a passkey." });
}
