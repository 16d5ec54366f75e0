import { randomUUID } from "node:crypto";
import type { Ctx } from "../lib/context";
import { sha256 } from "../lib/crypto";
import { db, type Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { findPending, hasSecondStep, insertPending, spendPending } from "./factors/factor-store";
import { takeSecondStep } from "./factors/take-second-step";
import { issueUserToken, roleNotHeld, type UserGrant } from "./issue-user-token";
import { pickRole } from "./rules";
import type { TokenSet } from "./schema";
import { SECOND_STEP_TTL_S, strangerOf } from "./sign-in-rules";
import { findUserById, lockActiveUserById, type SignedInUser } from "./user-store";

/** What the first step of a grant comes to: a token set, or the challenge of the second step. */
export type FirstStepOutcome = { tokens: TokenSet } | { challenge: { id: string; expiresAt: Date } };

/** The challenge's id opens the second half by itself: all 122 random bits of it, and kept as a hash. */
const hashOf = (challengeId: string) => sha256(`api ${challengeId.toLowerCase()}`);

/**
 * What follows when a user has passed a grant's first step and is locked in its transaction: a token set, or the second
 * step where they have set one up. @throws AppError FORBIDDEN for a role that they do not hold
 */
export async function afterGrantsFirstStep(
  tx: Tx,
  ctx: Ctx,
  user: SignedInUser,
  input: UserGrant,
): Promise<FirstStepOutcome> {
  if (!(await hasSecondStep(tx, user.id))) {
    return { tokens: await issueUserToken(tx, ctx, user, { ...input, secondStep: false }) };
  }
  if (!pickRole(user.memberships, input.wanted)) throw roleNotHeld();
  const challengeId = randomUUID();
  const { expiresAt } = await insertPending(tx, {
    id: newId(),
    tokenHash: hashOf(challengeId),
    userId: user.id,
    way: input.grant,
    purpose: "api",
    ttlS: SECOND_STEP_TTL_S,
  });
  return { challenge: { id: challengeId, expiresAt } };
}

/** The token set; for a second step the answer is an error, thrown when its challenge is committed. @throws AppError CHALLENGE_REQUIRED */
export function tokensOrChallenge(outcome: FirstStepOutcome): TokenSet {
  if ("tokens" in outcome) return outcome.tokens;
  const { id, expiresAt } = outcome.challenge;
  throw new AppError("CHALLENGE_REQUIRED", {
    message: "This account has a second step: send the code of its app with this challenge.",
    metadata: { challenge: { id, type: "totp", expires_at: expiresAt.toISOString() } },
  });
}

/** Whose second step a challenge asks for, while it can be answered; null: it is none of the second step's. */
export async function findGrantChallenge(
  challengeId: string,
  grant: UserGrant["grant"],
): Promise<{ id: string; userId: string; email: string } | null> {
  const pending = await findPending(db(), "api", hashOf(challengeId));
  const user = pending?.way === grant ? await findUserById(db(), pending.userId) : null;
  return pending && user && { id: pending.id, userId: user.id, email: user.email };
}

/**
 * Answers a grant's second step by the app's code, and issues the token set in the transaction that spends both.
 * @throws AppError UNAUTHORIZED (metadata.tries_left), FORBIDDEN, TOO_MANY_REQUESTS
 */
export function passGrantsSecondStep(
  ctx: Ctx,
  challenge: { id: string; userId: string; email: string },
  { code, ...input }: UserGrant & { code: string },
): Promise<TokenSet> {
  const { id, userId, email } = challenge;
  const step = { userId, email, typed: code, requester: strangerOf(ctx.ip), sitting: `pending:${id}` };
  return takeSecondStep(ctx, step, async (tx) => {
    const user = await lockActiveUserById(tx, userId);
    if (!user || !(await spendPending(tx, id))) throw new AppError("UNAUTHORIZED", { metadata: { tries_left: 0 } });
    return issueUserToken(tx, ctx, user, { ...input, secondStep: true });
  });
}
