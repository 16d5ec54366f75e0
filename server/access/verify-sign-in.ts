import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { isUuid } from "../lib/ids";
import { answerChallenge } from "./answer-challenge";
import { createSession } from "./sessions";
import { MAX_TRIES } from "./sign-in-rules";
import { findOpenChallenge, type SignedInUser } from "./user-store";

export type SignedIn = { sessionToken: string; expiresAt: Date; user: SignedInUser };

/** The address that a challenge was begun for, while it can still be answered; for the page that asks for the code. */
export async function readChallenge(challengeId: string): Promise<{ email: string; expiresAt: Date } | null> {
  return isUuid(challengeId) ? findOpenChallenge(db(), challengeId, MAX_TRIES) : null;
}

/** Answers a challenge of the Console with its code and begins a session. @throws AppError UNAUTHORIZED (metadata.tries_left) */
export async function verifySignIn(ctx: Ctx, input: { challengeId: string; code: string }): Promise<SignedIn> {
  return answerChallenge(ctx, { ...input, purpose: "console" }, async (tx, user) => {
    const session = await createSession({ tx }, user.id);
    const actor = { kind: "user", id: user.id } as const;
    const fact = { action: "user.signed_in", merchantId: null, subjectId: user.id };
    await recordAudit(tx, { ...ctx, caller: { ...ctx.caller, actor } }, fact);
    return { ...session, user };
  });
}
